import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDERS = ['contracts', 'server', 'site', 'web', 'demo', 'tools', 'scripts', 'tests', 'lab', 'docs', 'deploy']
const papers = globSync(['*.md', 'docs/**/*.md'])
const files = new Set(globSync(`{${FOLDERS.join(',')}}/**/*.*`).map((file) => basename(file)))

/** Example paths, such as folders with a placeholder in their name, are not checked. */
const isExample = (path: string) => /event|<|\*|\{\w*\}/i.test(path)

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

test.each(papers)('every link of %s to a heading leads to one', (paper) => {
  const prose = readFileSync(paper, 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  const links = [...prose.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
  const broken = links.filter(([, file = '', anchor = '']) => {
    const target = file ? join(dirname(paper), file) : paper
    return target.endsWith('.md') && !listAnchors(readFileSync(target, 'utf8')).includes(anchor)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test('docs/operations has an index of all its pages', () => {
  const index = readFileSync('docs/operations/README.md', 'utf8')
  const pages = globSync('docs/operations/*.md').map((page) => basename(page))
  expect(pages.filter((page) => page !== 'README.md' && !index.includes(`](${page})`))).toEqual([])
})

test('docs/decisions/README.md lists every decision record with its title, and the superseded ones with their successors', () => {
  const records = globSync('docs/decisions/[0-9]*.md').toSorted()
  const rows = records.map((record) => {
    const text = readFileSync(record, 'utf8')
    const [, title = ''] = /^# (.*)/.exec(text) ?? []
    const [, number, link] = /^\*\*Superseded\*\* by \[decision (\d+)\]\(([^)]+)\)/m.exec(text) ?? []
    return `| [${title}](${basename(record)}) | ${number ? `superseded by [${number}](${link})` : 'in force'} |`
  })
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  expect(index.split('\n').filter((line) => line.startsWith('| ['))).toEqual(rows)
})

test('the domains of ARCHITECTURE.md have the features that are folders', () => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8')
  const rows = [...text.matchAll(/^\| `(\w+)` \| [^|]*\| ([^|]*) \| ([^|]*) \|$/gm)]
  expect(rows).toHaveLength(6)
  for (const [, domain = '', server = '', web = ''] of rows) {
    expect(listFeatures(server), `server/${domain}`).toEqual(listFolders(`server/${domain}`))
    // The admin area has a folder for each noun besides the named ones.
    const folders = listFolders(`web/${domain}`)
    if (domain === 'admin') expect(folders).toEqual(expect.arrayContaining(['shell', 'kit']))
    else expect(listFeatures(web), `web/${domain}`).toEqual(folders)
    expect(existsSync(`contracts/${domain}`), `contracts/${domain}`).toBe(true)
  }
})

const listFeatures = (cell: string) =>
  cell
    .replaceAll(/ \([^)]*\)/g, '')
    .split(', ')
    .toSorted()

const listFolders = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .toSorted()

/** Returns `a/b` and `a/c` for `a/{b,c}`. */
function expandBraces(path: string): string[] {
  const [whole, start = '', parts, end = ''] = /^([^{]*)\{([^{}]*,[^{}]*)\}(.*)$/.exec(path) ?? []
  return whole && parts ? parts.split(',').flatMap((part) => expandBraces(start + part + end)) : [path]
}

/** Returns the anchors that Git hosts generate for the headings of a document. */
function listAnchors(text: string): string[] {
  const headings = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)]
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  )
}

function findMissing(paper: string, text: string) {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  const links = [...prose.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = '']) => join(dirname(paper), link))
  const named = [...prose.matchAll(/`([\w./<>{},*-]+)`/g)].flatMap(([, name = '']) => expandBraces(name)).filter((name) => !isExample(name))
  const paths = named.filter((name) => FOLDERS.includes(name.split('/')[0] ?? '') && name.includes('/'))
  const fileNames = named.filter((name) => /^[\w.-]+\.(ts|tsx|mjs)$/.test(name))
  return {
    paths: [...links, ...paths].filter((path) => !existsSync(path)),
    fileNames: fileNames.filter((name) => !files.has(name) && !existsSync(name)),
  }
}
