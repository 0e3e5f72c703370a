import { readdir, readFile } from 'node:fs/promises'

/** The command lines of a process's children; none where the machine has no /proc. */
export async function childrenOf(pid: number): Promise<string[]> {
  const numbers = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(
    numbers.map(async (number) => {
      const stat = await readFile(`/proc/${number}/stat`, 'utf8').catch(() => '')
      // The name stands in brackets and may hold anything.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(parent) === pid ? readFile(`/proc/${number}/cmdline`, 'utf8').catch(() => '') : ''
    }),
  )
  return commands.filter(Boolean)
}
