"""The chat template that a tiny checkpoint brings along, by the rules of the trained one.

System text first; the tools of `tools=` in a section of the system turn; a tool's answer as a
user turn in `<tool_response>`; each picture between its vision markers.
"""

CHAT_TEMPLATE = r"""
{%- macro write(content) -%}
  {%- if content is string -%}
    {{- content -}}
  {%- else -%}
    {%- for part in content -%}
      {%- if part.type == 'image' -%}
        {{- '<|vision_start|><|image_pad|><|vision_end|>' -}}
      {%- elif part.type == 'text' -%}
        {{- part.text -}}
      {%- else -%}
        {{- raise_exception('a turn holds text and images only, no ' ~ part.type) -}}
      {%- endif -%}
    {%- endfor -%}
  {%- endif -%}
{%- endmacro -%}
{%- set own_line = messages[0].role == 'system' -%}
{{- '<|im_start|>system\n' -}}
{%- if own_line -%}
  {{- write(messages[0].content) -}}
{%- else -%}
  {{- 'You are a helpful assistant.' -}}
{%- endif -%}
{%- if tools -%}
  {{- '\n\n# Tools\n\nYou may call one or more functions to assist with the user query.\n\n' -}}
  {{- 'You are provided with function signatures within <tools></tools> XML tags:\n<tools>' -}}
  {%- for tool in tools -%}
    {{- '\n' ~ (tool | tojson) -}}
  {%- endfor -%}
  {{- '\n</tools>\n\nFor each function call, return a json object with function name and ' -}}
  {{- 'arguments within <tool_call></tool_call> XML tags:\n<tool_call>\n' -}}
  {{- '{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call>' -}}
{%- endif -%}
{{- '<|im_end|>\n' -}}
{%- for message in (messages[1:] if own_line else messages) -%}
  {%- if message.role == 'tool' -%}
    {{- '<|im_start|>user\n<tool_response>\n' -}}
    {{- write(message.content) -}}
    {{- '\n</tool_response><|im_end|>\n' -}}
  {%- else -%}
    {{- '<|im_start|>' ~ message.role ~ '\n' -}}
    {{- write(message.content) -}}
    {{- '<|im_end|>\n' -}}
  {%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
  {{- '<|im_start|>assistant\n' -}}
{%- endif -%}
""".strip()
