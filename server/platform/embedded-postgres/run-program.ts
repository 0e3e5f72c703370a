import { execFile } from 'node:child_process'

/** Unprivileged account that PostgreSQL uses if this process runs as root. */
export type Account = { uid: number; gid: number }

/** Runs a program and returns its output. Throws an error with the program's error output. */
export function runProgram(program: string, args: string[], { account, cwd }: { account?: Account; cwd: string }): Promise<string> {
  const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, env: environment, ...account }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program} failed: ${(stderr || stdout).trim() || error.message}`, { cause: error }))
      else resolve(stdout)
    })
  })
}

/** Returns whether a process with this pid exists, under any account. */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
