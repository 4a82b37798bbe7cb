"""A small Qwen2.5-VL checkpoint, built and trained here: the real path without a download."""
