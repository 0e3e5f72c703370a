import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const CORPUS = join(import.meta.dirname, '../../../shared/corpus')

/** Whether the corpus of real files from other projects exists beside this repository. */
export const hasCorpus = existsSync(CORPUS)

if (!hasCorpus) console.info('The corpus of real files is not here; tests that read it are skipped.')

export function corpusFile(path: string): string {
  return join(CORPUS, path)
}

/** Returns names of the files in a folder of the corpus; none if the corpus is missing. */
export function corpusFiles(folder: string): string[] {
  return hasCorpus ? readdirSync(join(CORPUS, folder)).sort() : []
}
