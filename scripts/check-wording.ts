import { globSync, readFileSync } from 'node:fs'
import { findOddWording } from './support/find-odd-wording.ts'

/** Checks the wording of comments, test titles and texts of pages and messages. A run that read nearly nothing proves nothing, so it fails as well. */
const files = globSync(['{contracts,server,site,web,demo,lab,scripts,tests,tools}/**/*.{ts,tsx,mjs}', '*.ts'])
const results = files.map((file) => ({ file, ...findOddWording(file, readFileSync(file, 'utf8')) }))
const texts = results.reduce((sum, result) => sum + result.texts, 0)
const findings = results.flatMap(({ file, odd }) => odd.map(({ line, words, text }) => `${file}:${line}: “${words}” in: ${text}`))

for (const finding of findings) console.error(finding)
if (texts < files.length) console.error(`The check is not working: ${texts} texts in ${files.length} files.`)
else if (findings.length === 0) console.log(`Wording holds: ${texts} comments, test titles and messages.`)
process.exit(findings.length > 0 || texts < files.length ? 1 : 0)
