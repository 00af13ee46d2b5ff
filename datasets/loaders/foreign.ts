import { asObject } from './a2a.ts';

/**
 * What a record is that is no card of ours, for what people are likely to try; undefined for anything else. Telling these
 * apart here turns "id: expected a string" into an answer.
 */
export function foreignFormat(record: unknown): string | undefined {
  const object = asObject(record);
  if (object === undefined) return undefined;
  const { _id, id, name, description, text, question, function: definition } = object;
  if (typeof _id === 'string' && typeof text === 'string') return 'a BEIR collection';
  if (typeof text === 'string' && name === undefined && description === undefined) return 'queries';
  if (Array.isArray(question) && Array.isArray(definition)) return 'BFCL requests';
  return typeof id === 'string' ? undefined : toolFormat(object);
}

function toolFormat(object: Readonly<Record<string, unknown>>): string | undefined {
  const { name, type, inputSchema, input_schema, parameters, function: definition, result, servers } = object;
  if (asObject(inputSchema)) return 'MCP tools (tools/list)';
  if (asObject(input_schema)) return 'Anthropic tool definitions';
  if (type === 'function' && asObject(definition)) return 'OpenAI tool definitions';
  if (typeof name === 'string' && asObject(parameters)) return 'OpenAI tool definitions';
  const { tools } = asObject(result) ?? object;
  const tool = Array.isArray(tools) ? asObject(tools[0]) : undefined;
  if (tool !== undefined) return toolFormat(tool) ?? 'a list of tools';
  return asObject(tools) || Array.isArray(servers) ? 'MCP servers' : undefined;
}
