/** Error handler for `catch`: resolves with undefined if the file is missing, and rethrows other errors. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
