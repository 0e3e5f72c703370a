import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Flags that limit V8's use of memory. By default, a machine with much memory gets a young generation of 128 MB, and an old generation that
 * doubles between collections.
 */
const FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=50']
/**
 * Folder where Node keeps compiled modules, its default. Set in the environment, it also applies to the first modules, so that Node's
 * TypeScript compiler, which has 14 MB, is only loaded by the first start of a version.
 */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }
/**
 * Settings of the C library's allocator. By default, it allocates an arena for each thread that has ever compressed data, and does not
 * return large freed buffers to the system: both thresholds, in bytes, grow with the largest buffer unless they are set.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
const [MARK = ''] = FLAGS

/**
 * Replaces this process with a new process of the same program, with flags that only a new process accepts. The flags halve memory use and
 * cost a few percent of processor time. Does nothing on systems where a process can't be replaced.
 */
export function restartWithFlags(): void {
  if (!process.execve || process.execArgv.includes(MARK)) return
  const [name = '', ...script] = process.argv
  process.execve(process.execPath, [name, ...FLAGS, ...process.execArgv, ...script], { ...COMPILE_CACHE, ...ALLOCATOR, ...process.env })
}
