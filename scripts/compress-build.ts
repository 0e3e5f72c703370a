import { glob, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** Writes a Brotli and a gzip version of every text file of the build, so that the server does not compress at runtime. */
const CLIENT = join(process.env.LECTERN_BUILD ?? '', 'client')
const MIN_BYTES = 256

for await (const file of glob('**/*.{js,mjs,css,svg,json,wasm,txt,webmanifest}', { cwd: CLIENT })) {
  const path = join(CLIENT, file)
  if ((await stat(path)).size < MIN_BYTES) continue
  const content = await readFile(path)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
