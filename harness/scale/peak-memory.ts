import { readFileSync } from 'node:fs';

/**
 * The most memory that this process has held so far, in bytes. Linux counts what the parent held when it started the process
 * into `maxRSS`; the high-water mark in `/proc` is the process's own. Elsewhere it is `maxRSS`.
 */
export function peakMemory(): number {
  try {
    const [, kib] = /^VmHWM:\s+([0-9]+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kib !== undefined) return Number(kib) * 1024;
  } catch {
    // No such file: not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}
