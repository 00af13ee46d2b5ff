// A thread begins without what reads TypeScript in this process.
import { register } from 'tsx/esm/api';

register();
await import('./build-thread.ts');
