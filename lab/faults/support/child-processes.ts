import { readdir, readFile } from 'node:fs/promises'

/** Returns the child processes of a process with their command lines; none if the machine has no /proc. */
export async function childProcessesOf(pid: number): Promise<{ pid: number; command: string }[]> {
  const numbers = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const children = await Promise.all(
    numbers.map(async (number) => {
      const stat = await readFile(`/proc/${number}/stat`, 'utf8').catch(() => '')
      // The process name is in parentheses and may contain any characters, so parsing starts after the last parenthesis.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const isChild = Number(parent) === pid
      return { pid: Number(number), command: isChild ? await readFile(`/proc/${number}/cmdline`, 'utf8').catch(() => '') : '' }
    }),
  )
  return children.filter(({ command }) => command)
}

/** Returns only the command lines of the child processes. */
export async function childrenOf(pid: number): Promise<string[]> {
  return (await childProcessesOf(pid)).map(({ command }) => command)
}
