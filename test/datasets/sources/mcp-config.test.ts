import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMcpConfig } from '../../../datasets/sources/mcp-config.ts';
import { Secrets } from '../../../datasets/sources/secrets.ts';
import { temporaryFolder } from '../../support.ts';

const CANARY = 'canary-Zq3v9Lx7Tb';

async function read(content: unknown, environment: Record<string, string> = {}) {
  const path = join(await temporaryFolder(), 'servers.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  const secrets = new Secrets();
  return { ...(await readMcpConfig(path, environment, secrets)), secrets, path };
}

describe('a configuration of MCP servers', () => {
  it('names programs and addresses, in its order', async () => {
    const { disabled, path, secrets, servers } = await read(
      {
        mcpServers: {
          mail: { command: 'npx', args: ['-y', 'mail', '--token', `\${TOKEN}`], env: { API_KEY: `\${KEY:-none}` } },
          off: { command: 'x', disabled: true },
          web: { type: 'http', url: 'https://me:secret-word@web.example/mcp', headers: { 'X-Key': `key \${TOKEN}` } },
          __proto__x: { command: 'x', cwd: '/tmp' },
        },
      },
      { TOKEN: CANARY },
    );
    expect(servers.map(({ label, name }) => [name, label.replace(path, 'FILE')])).toEqual([
      ['mail', 'FILE: server "mail"'],
      ['web', 'FILE: server "web"'],
      ['__proto__x', 'FILE: server "__proto__x"'],
    ]);
    expect(servers[0]?.reach).toEqual({
      kind: 'stdio',
      program: { command: 'npx', args: ['-y', 'mail', '--token', CANARY], env: { API_KEY: 'none' }, cwd: undefined },
    });
    expect(servers[1]?.reach).toMatchObject({
      address: { shown: 'https://web.example/mcp' },
      headers: { 'X-Key': `key ${CANARY}` },
    });
    expect(disabled).toEqual(['off']);
    expect(secrets.hide(`${CANARY} secret-word`)).toBe('*** ***');
  });

  it('may use the names of prototypes', async () => {
    const { servers } = await read('{"mcpServers":{"__proto__":{"command":"a"},"constructor":{"command":"b"}}}');
    expect(servers.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
  });

  it.each([
    ['{"mcpServers": {\n', ':2: not JSON'],
    [{}, ': expected {"mcpServers": {"name": {...}}} with a server, received none'],
    [[], ': expected {"mcpServers"'],
    [{ mcpServers: {} }, ': expected {"mcpServers"'],
    [{ mcpServers: { a: 5 } }, ': server "a": expected an object, received number'],
    [{ mcpServers: { a: {} } }, ': server "a": expected command or url, received neither'],
    [{ mcpServers: { a: { command: 'x', url: 'http://b' } } }, 'expected command or url, received both'],
    [{ mcpServers: { a: { command: 'x', args: [CANARY, 5] } } }, 'args[1]: expected a string, received number'],
    [{ mcpServers: { a: { command: 'x', env: { A: 5 } } } }, 'env.A: expected a string, received number'],
    [{ mcpServers: { a: { command: 'x', type: 'http' } } }, 'a command goes with type "stdio", received type "http"'],
    [{ mcpServers: { a: { url: 'http://b', type: 'sse' } } }, 'expected streamable HTTP (type "http"), received type'],
    [{ mcpServers: { a: { url: `ftp://u:${CANARY}@b` } } }, 'url: expected an http or https address'],
    [
      { mcpServers: { a: { url: 'http://b', headers: { 'X-Key': `a\n${CANARY}` } } } },
      'headers.X-Key: is no HTTP header',
    ],
    [{ mcpServers: { a: { url: 'http://b', headers: { 'X Key': CANARY } } } }, 'headers.X Key: is no HTTP header'],
    [{ mcpServers: { a: { command: `\${NOT_THERE}` } } }, 'expected the environment variable NOT_THERE, received none'],
    [{ mcpServers: { '': { command: 'x' } } }, 'server "": the name is empty'],
    [`{"mcpServers": ${'['.repeat(200)}`, 'nested deeper than 100 levels'],
  ])('%j is none, and its values are not shown', async (content, problem) => {
    const error = await read(content).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'InputError', message: expect.stringContaining(problem) });
    expect(String(error)).not.toContain(CANARY);
    expect(String(error)).not.toContain('\n');
  });
});
