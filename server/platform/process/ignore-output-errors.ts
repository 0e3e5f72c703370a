/** Ignores errors of the output, such as that of a terminal which was closed: they would end the process before its shutdown. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
