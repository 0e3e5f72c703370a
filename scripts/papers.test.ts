import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDERS = ['contracts', 'server', 'site', 'web', 'demo', 'tools', 'scripts', 'tests', 'lab', 'docs', 'deploy']
const papers = globSync(['*.md', 'docs/**/*.md'])
const files = new Set(globSync(`{${FOLDERS.join(',')}}/**/*.*`).map((file) => basename(file)))

/** Example paths, such as folders with a placeholder in their name, are not checked. */
const isExample = (path: string) => /event|<|\{|\*/i.test(path)

test('a document that names missing files is reported', () => {
  const { paths, fileNames } = findMissing(
    'README.md',
    'In `server/nowhere.ts`, `no-such-file.ts` and [there](docs/nowhere.md), not in `server/main.ts`',
  )
  expect({ paths, fileNames }).toEqual({ paths: ['docs/nowhere.md', 'server/nowhere.ts'], fileNames: ['no-such-file.ts'] })
})

test.each(papers)('%s names only existing files and folders', (paper) => {
  expect(findMissing(paper, readFileSync(paper, 'utf8'))).toEqual({ paths: [], fileNames: [] })
})

function findMissing(paper: string, text: string) {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  const links = [...prose.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = '']) => join(dirname(paper), link))
  const named = [...prose.matchAll(/`([\w./<>{},*-]+)`/g)].map(([, name = '']) => name).filter((name) => !isExample(name))
  const paths = named.filter((name) => FOLDERS.includes(name.split('/')[0] ?? '') && name.includes('/'))
  const fileNames = named.filter((name) => /^[\w.-]+\.(ts|tsx|mjs)$/.test(name))
  return {
    paths: [...links, ...paths].filter((path) => !existsSync(path)),
    fileNames: fileNames.filter((name) => !files.has(name) && !existsSync(name)),
  }
}
