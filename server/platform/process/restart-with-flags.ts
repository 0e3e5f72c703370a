/**
 * V8's own choice goes by the machine's memory: on a large one 128 MB for what lives for a moment, and an old part that may double
 * before it is looked through.
 */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=50']
/** Without it the C library keeps memory apart for each thread that ever compressed something. */
const SETTINGS = { MALLOC_ARENA_MAX: '2' }
const [MARK = ''] = FLAGS

/**
 * Replaces this process by itself with settings that only a new one takes, however it was started: the same work then takes half of
 * the memory and a few percent more of the processor. Does nothing where a process can't be replaced.
 */
export function restartWithFlags(): void {
  if (!process.execve || process.execArgv.includes(MARK)) return
  const [name = '', ...script] = process.argv
  process.execve(process.execPath, [name, ...FLAGS, ...process.execArgv, ...script], { ...SETTINGS, ...process.env })
}
