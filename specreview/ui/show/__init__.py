"""Parts of pages: each draws one region from ready words and calls back into acts."""
