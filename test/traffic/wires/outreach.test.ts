import { expect, test } from 'vitest';
import type { Wire } from '../../../src/traffic/wire.ts';
import { anthropicMessages } from '../../../src/traffic/wires/anthropic-messages.ts';
import { gemini } from '../../../src/traffic/wires/gemini.ts';
import { openaiChat } from '../../../src/traffic/wires/openai-chat.ts';
import { openaiResponses } from '../../../src/traffic/wires/openai-responses.ts';

const URL = 'https://evil.example/a.png';
const DATA = 'data:image/png;base64,AAAA';

test.each<[Wire, object, string]>([
  ...['web_search', 'mcp', 'code_interpreter', 'file_search', 'image_generation', 'made_up'].map(
    (type): [Wire, object, string] => [openaiResponses, { tools: [{ type }] }, 'tools[0].type'],
  ),
  [
    openaiResponses,
    { tools: [{ type: 'function' }, { type: 'shell', environment: { type: 'container_auto' } }] },
    'tools[1].environment.type',
  ],
  [
    openaiResponses,
    { tools: [{ type: 'namespace', name: 'x', tools: [{ type: 'mcp' }] }] },
    'tools[0].tools[0].type',
  ],
  [
    openaiResponses,
    { input: [{ type: 'additional_tools', tools: [{ type: 'web_search' }] }] },
    'input[0].tools[0].type',
  ],
  [
    openaiResponses,
    { input: [{ type: 'function_call_output', output: [{ type: 'input_image', image_url: URL }] }] },
    'input[0].output[0].image_url',
  ],
  [
    openaiResponses,
    { input: [{ role: 'user', content: [{ type: 'input_file', file_url: URL }] }] },
    'input[0].content[0].file_url',
  ],
  [
    openaiResponses,
    { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-1' }] }] },
    'input[0].content[0].file_id',
  ],
  [openaiChat, { tools: [{ type: 'openrouter:web_search' }] }, 'tools[0].type'],
  [openaiChat, { plugins: [{ id: 'web' }] }, 'plugins'],
  [openaiChat, { Tools: [{ type: 'web_search' }] }, 'Tools[0].type'],
  [openaiChat, { models: ['another/model'], route: 'fallback' }, 'models'],
  [anthropicMessages, { fallbacks: [{ model: 'another' }] }, 'fallbacks'],
  [
    openaiChat,
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: URL }] }] },
    'messages[0].content[0].image_url',
  ],
  [
    openaiChat,
    { messages: [{ role: 'user', content: [{ type: 'file', file: { file_data: ` ${URL}` } }] }] },
    'messages[0].content[0].file.file_data',
  ],
  ...['web_fetch_20250910', 'code_execution_20250825', 'mcp_toolset', 'bash_20250124_hosted'].map(
    (type): [Wire, object, string] => [anthropicMessages, { tools: [{ name: 'x', type }] }, 'tools[0].type'],
  ),
  [anthropicMessages, { mcp_servers: [{ type: 'url', url: URL }] }, 'mcp_servers'],
  [anthropicMessages, { container: { skills: [] } }, 'container'],
  [
    anthropicMessages,
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'tool_result', content: [{ type: 'document', source: { type: 'url', url: URL } }] },
          ],
        },
      ],
    },
    'messages[0].content[0].content[0].source',
  ],
  ...['googleSearch', 'google_search', 'urlContext', 'codeExecution', 'googleMaps', 'mcpServers'].map(
    (name): [Wire, object, string] => [
      gemini,
      { tools: [{ functionDeclarations: [], [name]: {} }] },
      `tools[0].${name}`,
    ],
  ),
  [
    gemini,
    { generateContentRequest: { tools: [{ urlContext: {} }] } },
    'generateContentRequest.tools[0].urlContext',
  ],
  [
    gemini,
    { contents: [{ parts: [{ functionResponse: { parts: [{ file_data: { file_uri: URL } }] } }] }] },
    'contents[0].parts[0].functionResponse.parts[0].file_data',
  ],
  [gemini, { cachedContent: 'cachedContents/1' }, 'cachedContent'],
])('$id: the provider is kept from reaching out by %j', ({ outreachOf }, body, field) => {
  expect(outreachOf(body)).toMatchObject({ field, outreach: expect.stringMatching(/./) });
});

/** What a schema describes, or a call holds, goes to no place but the client or the model. */
const schema = { properties: { image_url: URL, source: { type: 'url' }, tools: [{ type: 'mcp' }] } };

test.each<[Wire, object]>([
  [
    openaiResponses,
    {
      tools: [
        { type: 'function', parameters: schema },
        { type: 'custom', name: 'exec' },
        { type: 'namespace', name: 'x', tools: [{ type: 'function' }] },
        { type: 'tool_search', execution: 'client', parameters: schema },
        ...[{ type: 'local_shell' }, { type: 'shell', environment: { type: 'local' } }],
        { type: 'computer_use_preview', environment: 'browser' },
      ],
      text: { format: { schema } },
      input: [
        { role: 'user', content: [{ type: 'input_image', image_url: DATA, file_id: null }] },
        { role: 'user', content: [{ type: 'input_file', file_data: DATA }] },
        { type: 'message', content: [{ annotations: [{ type: 'url_citation', url: URL }] }] },
        { type: 'local_shell_call', action: { env: { image_url: URL } } },
      ],
    },
  ],
  [
    openaiChat,
    {
      tools: [{ type: 'function', function: { parameters: schema } }, { type: 'custom' }],
      response_format: { json_schema: { schema } },
      plugins: [],
      messages: [
        {
          content: [
            { type: 'text', text: URL },
            { type: 'image_url', image_url: { url: DATA } },
            { type: 'file', file: { file_data: 'AAAA' } },
          ],
        },
      ],
    },
  ],
  [
    anthropicMessages,
    {
      tools: [
        { name: 'Bash', input_schema: schema },
        ...['bash_20250124', 'text_editor_20250728', 'memory_20250818', 'computer_20251124'].map((type) => ({
          type,
        })),
        { type: 'custom', name: 'Read', input_examples: [schema.properties] },
      ],
      mcp_servers: [],
      container: null,
      messages: [
        { content: [{ type: 'image', source: { type: 'base64', data: 'AAAA' } }] },
        { content: [{ type: 'search_result', source: URL }] },
        { content: [{ type: 'tool_use', input: { source: { type: 'url' }, file_id: 'a' } }] },
      ],
    },
  ],
  [
    gemini,
    {
      tools: [
        {
          functionDeclarations: [{ parametersJsonSchema: { properties: { fileData: {} } } }],
          googleSearch: null,
        },
      ],
      contents: [
        { parts: [{ inlineData: { data: 'AAAA' } }, { functionCall: { args: { fileData: URL } } }] },
        { parts: [{ functionResponse: { response: { cachedContent: URL } } }] },
      ],
    },
  ],
])('$id: what the client runs and what is in the request itself is let through', ({ outreachOf }, body) => {
  expect(outreachOf(body)).toBeNull();
});
