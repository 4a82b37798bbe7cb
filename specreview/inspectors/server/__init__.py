"""The inspector behind an OpenAI-compatible server: vLLM, SGLang, or a hosted vision model."""
