import { z } from 'zod';
import { asObject } from './a2a.ts';
import { id, text } from './fields.ts';
import { parametersOf } from './json-schema.ts';
import { schemaProblem } from './problems.ts';

/** Whose form a tool definition has. */
export type ToolForm = 'mcp' | 'openai' | 'anthropic';

/** A tool that a model can call. */
export interface Tool {
  /** As it is called. */
  readonly name: string;
  readonly description: string;
  /** Each as `name description`. */
  readonly parameters: readonly string[];
}

/** A tool, or in a few words why it is none. */
export type ToolResult = { readonly ok: true; readonly tool: Tool } | { readonly ok: false; readonly problem: string };

const schema = z.record(z.string(), z.unknown()).nullish();

/** The field under which each form describes the parameters. */
export const SCHEMA_FIELDS = { mcp: 'inputSchema', openai: 'parameters', anthropic: 'input_schema' } as const;

const WORDS = { mcp: 'an MCP tool', openai: 'an OpenAI function', anthropic: 'an Anthropic tool' } as const;
const DEFINITIONS = {
  mcp: z.object({ name: id, description: text, inputSchema: schema }),
  openai: z.object({ name: id, description: text, parameters: schema }),
  anthropic: z.object({ name: id, description: text, input_schema: schema }),
} as const;

/** The form of a tool definition, or undefined for anything else. A name and a description alone do not tell. */
export function formOf(value: unknown): ToolForm | undefined {
  const object = asObject(value);
  if (object === undefined) return undefined;
  const { name, type, inputSchema, input_schema, parameters, function: definition } = object;
  if (asObject(inputSchema)) return 'mcp';
  if (asObject(input_schema)) return 'anthropic';
  if (type === 'function' && (asObject(definition) || typeof name === 'string')) return 'openai';
  return typeof name === 'string' && asObject(parameters) ? 'openai' : undefined;
}

/**
 * Reads a tool definition: of MCP (`{name, description, inputSchema}`), of OpenAI (`{type: 'function', function: {name,
 * description, parameters}}`, or the same fields without the nesting) or of Anthropic (`{name, description, input_schema}`).
 */
export function readTool(value: unknown, form: ToolForm): ToolResult {
  const found = formOf(value);
  if (found !== undefined && found !== form) {
    return { ok: false, problem: `expected ${WORDS[form]}, received ${WORDS[found]}` };
  }
  const { type, function: nested } = asObject(value) ?? {};
  const native = form === 'openai' ? 'function' : 'custom';
  if (form !== 'mcp' && typeof type === 'string' && type !== native) {
    return { ok: false, problem: 'is a tool of the model itself and describes nothing' };
  }
  const inside = form === 'openai' && nested !== undefined;
  const definition = inside ? nested : value;
  const parsed = DEFINITIONS[form].safeParse(definition);
  if (!parsed.success) {
    const problem = schemaProblem(parsed.error, definition);
    if (!inside) return { ok: false, problem };
    return { ok: false, problem: problem.startsWith('expected') ? `function: ${problem}` : `function.${problem}` };
  }
  const { name, description } = parsed.data;
  const { [SCHEMA_FIELDS[form]]: described } = parsed.data as Readonly<Record<string, unknown>>;
  return { ok: true, tool: { name, description, parameters: parametersOf(described) } };
}
