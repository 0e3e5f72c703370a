/** For `catch`: resolves with undefined in place of the error that there is no such file. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
