import { readdir, readFile } from 'node:fs/promises'
import { type RunningApp, runApp } from '#tests/support/run-app.ts'

/** Starts the server with `npm start`. `stop` signals the server process; npm exits after the server. */
export async function npmStart(dataDir: string, settings: Record<string, string> = {}): Promise<RunningApp> {
  const app = await runApp(dataDir, settings, { detached: true }, ['npm', 'start', '--silent'])
  const group = app.process.pid ?? 0
  return {
    ...app,
    stop: async () => {
      const ended = new Promise<number | null>((resolve) => app.process.once('exit', resolve))
      process.kill(await findProduct(group), 'SIGTERM')
      return ended
    },
  }
}

/** Finds the server process in the process group, which also contains npm and its shell. */
async function findProduct(group: number): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [stat = '', command = ''] = await Promise.all(
      ['stat', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    )
    const groupOf = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
    if (groupOf === group && /^(\S*\/)?node\0.*server\/main\.ts\0/.test(command)) return Number(pid)
  }
  throw new Error('npm start left no product running')
}
