// An MCP server on standard input and output, written without the SDK. What it does is in its first argument, as JSON:
// {tools, perPage, names, repeat, failPage, silent, stubborn, exit, banner, deep, huge, noTools, pids}.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const does = JSON.parse(process.argv[2] ?? '{}');
const { perPage = 50, tools: count = 3 } = does;
const env = process.env.API_KEY ?? 'none';

if (does.pids) {
  // A program that it has started and that nothing but a signal ends.
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  appendFileSync(does.pids, `${process.pid}\n${child.pid}\n`);
}
if (does.stubborn) {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}
if (does.banner) process.stdout.write('Server is running on stdio!\n\n');
process.stderr.write(`started with ${env}\n`);
if (does.exit !== undefined) process.exit(does.exit);

function deep(levels) {
  let schema = { type: 'string' };
  for (let i = 0; i < levels; i++) schema = { type: 'object', properties: { a: schema } };
  return schema;
}

function tool(i) {
  const name = does.names?.[i] ?? `tool_${i}`;
  return {
    name,
    description: `Does thing number ${i} with ${env}.`,
    inputSchema: does.deep
      ? deep(does.deep)
      : { type: 'object', properties: { cityName: { type: 'string', description: `city ${i}` } } },
  };
}

function page(cursor) {
  const from = cursor === undefined ? 0 : Number(cursor);
  if (does.repeat) return { tools: [0, 1].map(tool), nextCursor: does.repeat };
  const to = Math.min(count, from + perPage);
  const tools = [];
  for (let i = from; i < to; i++) tools.push(tool(i));
  return to < count ? { tools, nextCursor: String(to) } : { tools };
}

function answer({ id, method, params }) {
  if (method === 'initialize') {
    return {
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: does.noTools ? {} : { tools: {} },
        serverInfo: { name: does.name ?? 'program', version: '1.2.3' },
      },
    };
  }
  if (method !== 'tools/list' || does.noTools) return { id, error: { code: -32601, message: 'Method not found' } };
  const number = params?.cursor === undefined ? 1 : 1 + Number(params.cursor) / perPage;
  if (does.failPage === number) return { id, error: { code: -32000, message: `out of order with ${env}` } };
  return { id, result: page(params?.cursor) };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (does.silent || message.id === undefined) return;
  if (does.huge && message.method === 'tools/list') {
    const chunk = 'x'.repeat(1024 * 1024);
    for (let i = 0; i < 18; i++) process.stdout.write(chunk);
    return;
  }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...answer(message) })}\n`);
});
