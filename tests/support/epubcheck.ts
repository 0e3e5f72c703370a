import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PROGRAM = '/usr/bin/epubcheck'

/** Whether epubcheck, the validator of EPUB files, is installed. */
export const hasEpubcheck = existsSync(PROGRAM)

if (!hasEpubcheck) console.info('epubcheck is not installed; tests that validate EPUB files with it are skipped.')

/** Returns the errors and warnings that epubcheck finds in EPUB files. */
export function checkEpub(path: string): string[] {
  const { stdout, stderr } = spawnSync('java', ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-jar', PROGRAM, path], { encoding: 'utf8' })
  const lines = `${stdout}\n${stderr}`.split('\n')
  const isChecked = lines.some((line) => /No errors or warnings detected|Check finished|Messages:/.test(line))
  return isChecked ? lines.filter((line) => /^(FATAL|ERROR|WARNING)/.test(line)) : lines
}
