import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { blockText } from '#contracts/reading/block-text.ts'
import { type ReflowBlock, ReflowPart } from '#contracts/reading/book-reflow.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { zipEpub } from '#tests/support/sample-epub.ts'
import { readEpub } from './read-epub.ts'
import { writeEpubPreview } from './write-epub-preview.ts'

const folder = mkdtempSync(join(tmpdir(), 'epub-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function save(archive: Uint8Array): string {
  const path = join(folder, `${++files}.epub`)
  writeFileSync(path, archive)
  return path
}
const read = (options: Parameters<typeof zipEpub>[0]) => readEpub(save(zipEpub(options)))
const blocksOf = (...documents: string[]): ReflowBlock[] => read({ documents }).reflow.parts.flatMap(({ blocks }) => blocks)
describe('blocks', () => {
  test('headings, paragraphs with styles, quotes and code become blocks, and white space collapses as in browsers', () => {
    const blocks = blocksOf(
      '<h1>The   <em>Seed</em></h1>\n<p>It is <b>small</b>,\n  <i>very <b>small</b></i>&nbsp;&amp; round.</p><blockquote><p>So they say.</p></blockquote><pre>a\n  b</pre><hr/>loose',
    )
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, page: 1, text: ['The ', ['Seed', 'i']] },
      { kind: 'paragraph', page: 1, text: ['It is ', ['small', 'b'], ', ', ['very ', 'i'], ['small', 'bi'], '\u00a0& round.'] },
      { kind: 'quote', page: 1, text: ['So they say.'] },
      { kind: 'code', page: 1, text: ['a\n  b'] },
      { kind: 'paragraph', page: 1, text: ['loose'] },
    ])
  })

  test('lists keep their numbers and further paragraphs of an item, and nested lists follow their item', () => {
    const blocks = blocksOf(
      '<ol start="3" type="a"><li>One</li><li value="7"><p>Two</p><p>More</p></li></ol><ul><li>Outer<ul><li>Inner</li></ul></li></ul>',
    )
    expect(blocks.map((block) => ['marker' in block ? block.marker : undefined, blockText(block)])).toEqual([
      ['c.', 'One'],
      ['g.', 'Two'],
      [undefined, 'More'],
      ['•', 'Outer'],
      ['•', 'Inner'],
    ])
  })

  test('line breaks make lines, and tables keep cells, rows and their head', () => {
    const blocks = blocksOf(
      '<p>First line<br/>second line</p><table><caption>Rain</caption><thead><tr><th>Month</th><th>mm</th></tr></thead><tbody><tr><td><p>May</p></td><td>4</td></tr></tbody></table>',
    )
    expect(blocks).toMatchObject([
      { kind: 'lines', text: ['First line\nsecond line'] },
      { kind: 'paragraph', text: ['Rain'] },
      { kind: 'table', hasHead: true, text: ['Month\tmm\nMay\t4'] },
    ])
  })

  test('a decorated initial is a letter of its word, other images are pictures with their alternative text', () => {
    const { reflow, pictures } = read({
      documents: [
        '<p><img src="i/w.png" alt="W"/>inter came.</p><p>Before <img src="../art/map.png" alt="A map"/> after</p><svg><image xlink:href="cover.png"/></svg>',
      ],
      files: { 'art/map.png': 'x', 'EPUB/cover.png': 'x' },
    })
    expect(reflow.parts[0]?.blocks).toEqual([
      { kind: 'paragraph', page: 1, text: ['Winter came.'] },
      { kind: 'paragraph', page: 1, text: ['Before after'] },
      { kind: 'picture', page: 1, alt: 'A map' },
      { kind: 'picture', page: 1 },
    ])
    expect(pictures).toEqual([
      { part: 1, block: 2, path: 'art/map.png' },
      { part: 1, block: 3, path: 'EPUB/cover.png' },
    ])
  })

  test('notes are paired with their references in another document, and their links back are left to the reader', () => {
    const blocks = blocksOf(
      '<p>Said so<a epub:type="noteref" id="r1" href="c2.xhtml#n1">1</a> here.</p>',
      '<section epub:type="endnotes"><ol><li id="n1"><p>In his letters. <a epub:type="backlink" href="c1.xhtml#r1">↩</a></p></li></ol></section>',
    )
    expect(blocks).toEqual([
      { kind: 'paragraph', page: 1, text: ['Said so', ['1', 'sup'], ' here.'], noteCalls: [[7, 2, 0]] },
      { kind: 'note', marker: '1', page: 1, calledAt: [1, 0, 7], text: ['In his letters.'] },
    ])
  })

  test('notes without marks are recognized by the links that lead back and forth', () => {
    const blocks = blocksOf(
      '<p id="t">Said so<sup><a id="r" href="c2.xhtml#n">[2]</a></sup> here, see <a href="c2.xhtml#x">chapter 2</a>.</p>',
      '<h2 id="x"><a href="c1.xhtml#t">2</a></h2><p id="n"><a href="c1.xhtml#r">[2]</a>. In his <i>letters</i>.</p><ul><li><a href="c1.xhtml">1</a> No note</li></ul>',
    )
    expect(blocks).toEqual([
      {
        kind: 'paragraph',
        page: 1,
        text: ['Said so', ['[2]', 'sup'], ' here, see chapter 2.'],
        noteCalls: [[7, 2, 1]],
        links: [[21, 30, [2, 0]]],
      },
      { kind: 'heading', level: 2, page: 1, text: ['2'], links: [[0, 1, [1, 0]]] },
      { kind: 'note', marker: '[2]', page: 1, calledAt: [1, 0, 7], text: ['In his ', ['letters', 'i'], '.'] },
      { kind: 'list-item', marker: '•', page: 1, text: ['1 No note'], links: [[0, 1, [1, 0]]] },
    ])
  })

  test('arrows that lead back from a note are no text', () => {
    const blocks = blocksOf(
      '<p id="r">Said<a epub:type="noteref" href="#n">1</a></p><ol><li><aside id="n" epub:type="footnote">So.</aside> <a href="#r">↑</a></li></ol>',
    )
    expect(blocks.map(blockText)).toEqual(['Said1', 'So.'])
  })

  test('links lead to addresses and to blocks, and links to scripts or out of the archive are plain text', () => {
    const [block] = blocksOf(
      '<p><a href="https://example.org/a?b=1&amp;c=2">site</a> <a href="#b">b</a> <a href="javascript:alert(1)">no</a> <a href="../../etc/passwd">no</a> <a href="data:text/html,x">no</a></p><p id="b">B</p>',
    )
    expect(block).toMatchObject({
      links: [
        [0, 4, 'https://example.org/a?b=1&c=2'],
        [5, 6, [1, 1]],
      ],
    })
  })

  test('scripts, styles, controls, hidden elements and embedded media are dropped, and texts in place of objects are read', () => {
    const blocks = blocksOf(
      '<script>alert(1)</script><style>p{}</style><p>Shown<span hidden="hidden"> not</span></p><form>A question<input value="no"/><button>no</button></form><iframe src="x">no</iframe><object data="x">In its place</object>',
    )
    expect(blocks.map(blockText)).toEqual(['Shown', 'A question', 'In its place'])
  })

  test('documents that are not well-formed are read as browsers read them', () => {
    expect(blocksOf('<p>One<p>Two <b>bold</p><p>&copy; Three & <br>four').map(blockText)).toEqual(['One', 'Two bold', '© Three &\nfour'])
  })
})

describe('pages and parts', () => {
  test('the pages of the printed book are counted by their marks, with their labels', () => {
    const { pages, reflow } = read({
      documents: [
        '<p>Before.</p><span epub:type="pagebreak" title="iv"/><p>Four, and <span role="doc-pagebreak" aria-label="1"></span>one.</p><p>Still one.</p>',
      ],
    })
    expect(pages).toMatchObject({ labels: ['iv', '1'], sizes: [null, null] })
    expect(reflow.parts[0]?.blocks).toMatchObject([{ page: 1 }, { page: 1, breaks: [[10, 2]] }, { page: 2 }])
  })

  test('a long label of a page is cut to what a label may have', () => {
    const { pages } = read({
      documents: ['<p>One</p>', '<p>Two</p>'],
      nav: `<nav epub:type="page-list"><ol><li><a href="c1.xhtml">1</a></li><li><a href="c2.xhtml">${'2'.repeat(60)}</a></li></ol></nav>`,
    })
    expect(pages.labels).toEqual(['1', '2'.repeat(40)])
  })

  test('pages without marks are stretches of 1,800 characters, which divide no word', () => {
    const { pages, texts } = read({ documents: [`<p>${'Seven c '.repeat(500)}</p>`] })
    expect(pages).toMatchObject({ labels: null, sizes: [null, null, null] })
    expect(texts.map((text) => text.length).every((length) => length > 300 && length <= 1800)).toBe(true)
    expect(texts.join(' ').split(' ')).toHaveLength(1000)
  })

  test('parts begin at the entries of the table of contents, which has the page of each entry', () => {
    const { pages, reflow } = read({
      documents: ['<h1 id="a">A</h1><p>x</p><h2 id="b">B</h2><p>y</p>', '<p>z</p>'],
      nav: '<nav epub:type="toc"><ol><li><a href="c1.xhtml#a">A</a><ol><li><a href="c1.xhtml#b">B</a></li></ol></li><li><span>Group</span><ol><li><a href="c2.xhtml">C</a></li></ol></li></ol></nav>',
    })
    expect(reflow.parts.map(({ title, blocks }) => [title, blocks.length])).toEqual([
      ['A', 2],
      ['B', 2],
      ['C', 1],
    ])
    expect(pages.outline).toEqual([
      { title: 'A', page: 1, depth: 0 },
      { title: 'B', page: 1, depth: 1 },
      { title: 'C', page: 1, depth: 0 },
    ])
  })

  test('an EPUB 2 is read with the table of contents and the page list of its NCX file', () => {
    const archive = zipSync({
      'META-INF/container.xml': strToU8('<container><rootfiles><rootfile full-path="content.opf"/></rootfiles></container>'),
      'content.opf': strToU8(
        '<package xmlns:opf="http://www.idpf.org/2007/opf"><metadata><dc:title>Old</dc:title><dc:language>sn</dc:language><dc:creator opf:role="aut">A</dc:creator><dc:creator opf:role="ill">B</dc:creator><dc:identifier opf:scheme="ISBN">0-306-40615-2</dc:identifier></metadata><manifest><item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="t" href="Text/Ch%201.html" media-type="application/xhtml+xml"/></manifest><spine toc="n"><itemref idref="t"/></spine></package>',
      ),
      'toc.ncx': strToU8(
        '<ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src="Text/Ch%201.html"/></navPoint></navMap><pageList><pageTarget><navLabel><text>5</text></navLabel><content src="Text/Ch%201.html#p5"/></pageTarget><pageTarget><navLabel><text>6</text></navLabel><content src="Text/Ch%201.html#p6"/></pageTarget></pageList></ncx>',
      ),
      'Text/Ch 1.html': strToU8('<html><body><p><a name="p5"/>Five<a id="p6"></a> six&nbsp;seven</p></body></html>'),
    })
    const { metadata, pages, reflow, texts } = readEpub(save(archive))
    expect(metadata).toMatchObject({ title: 'Old', authors: ['A'], language: 'sn', isbn: '9780306406157' })
    expect(pages).toMatchObject({ labels: ['5', '6'], outline: [{ title: 'One', page: 1 }] })
    expect(reflow.parts).toMatchObject([{ title: 'One' }])
    expect(texts).toEqual(['Five', 'six\u00a0seven'])
  })

  test('element names with prefixes, empty titles, and entries without a table of contents are no obstacle', () => {
    const prefixed = zipEpub({
      files: {
        'EPUB/package.opf':
          '<opf:package xmlns:opf="http://www.idpf.org/2007/opf"><opf:metadata/><opf:manifest><opf:item id="c" href="c1.xhtml" media-type="application/xhtml+xml"/><opf:item id="n" href="contents.ncx" media-type="application/x-dtbncx+xml"/></opf:manifest><opf:spine><opf:itemref idref="c"/></opf:spine></opf:package>',
        'EPUB/contents.ncx':
          '<ncx><navMap><navPoint><navLabel><text/></navLabel><content src="c1.xhtml"></content><navPoint><navLabel><text>I</text></navLabel><content src="c1.xhtml"/></navPoint></navPoint></navMap></ncx>',
      },
    })
    expect(readEpub(save(prefixed))).toMatchObject({ pages: { outline: [{ title: 'I', depth: 1 }] }, reflow: { parts: [{ title: 'I' }] } })
    const { reflow } = read({ nav: '<p>None</p>' })
    expect(reflow.parts.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3'])
  })

  test('archives of programs that write backslashes, other cases or UTF-16 are read', () => {
    const entries = {
      'META-INF\\container.xml': strToU8('<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'),
      'ops\\book.opf': strToU8(
        '<package><manifest><item id="c" href="Text/One.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>',
      ),
      'ops\\text\\one.xhtml': new Uint8Array(
        Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><html><body><p>Mangwanani ō</p></body></html>', 'utf16le'),
      ),
    }
    expect(readEpub(save(zipSync(entries))).texts).toEqual(['Mangwanani ō'])
  })

  test('right-to-left text is recognized by its letters', () => {
    expect(read({ documents: ['<p>مغامرة جديدة في المدينة</p>'] }).reflow.direction).toBe('rtl')
    expect(read({ documents: ['<p>The city of مغامرة is new</p>'] }).reflow.direction).toBe('ltr')
  })
})

describe('files that can’t be published are refused with the reason', () => {
  const meta = (property: string, value: string) => `<meta property="${property}">${value}</meta>`
  const encryption = (algorithm: string) =>
    `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`
  const bomb = `<html><body><p>${'0'.repeat(40_000_000)}</p></body></html>`
  test.each<[string, Parameters<typeof zipEpub>[0], string]>([
    ['a fixed layout', { metadata: meta('rendition:layout', 'pre-paginated') }, 'fixed layout'],
    [
      'copy protection',
      { files: { 'META-INF/encryption.xml': encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc') } },
      'copy protection',
    ],
    ['only pictures', { documents: ['<img src="a.png" alt=""/>'], files: { 'EPUB/a.png': 'x' } }, 'contains no text'],
    ['an empty reading order', { documents: [] }, 'list of contents is missing'],
    ['a missing package', { files: { 'META-INF/container.xml': '<container/>' } }, 'list of contents is missing'],
    ['a text that expands beyond the limit', { files: { 'EPUB/c1.xhtml': bomb } }, 'larger than any book'],
  ])('%s', (_, options, reason) => {
    expect(() => read(options)).toThrow(expect.objectContaining({ name: 'InvalidFileError', message: expect.stringContaining(reason) }))
  })

  test('obfuscated fonts are no copy protection', () => {
    const files = { 'META-INF/encryption.xml': encryption('http://www.idpf.org/2008/embedding') }
    expect(read({ files }).texts).toHaveLength(1)
  })

  test('entities of a document type are not expanded, and deep or endless documents end', () => {
    const entities = `<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><html><body><p>x&b;y</p></body></html>`
    const external = `<!DOCTYPE html [<!ENTITY e SYSTEM "file:///etc/passwd">]><html><body><p>x&e;y</p></body></html>`
    const deep = `<html><body>${'<div>'.repeat(100_000)}deep</body></html>`
    for (const text of [entities, external, deep]) {
      const { texts } = read({ files: { 'EPUB/c1.xhtml': text } })
      expect(texts.join(' ')).not.toMatch(/aaaa|root:/)
    }
  })

  test('a book of 5,000 documents with a note each is read', () => {
    const verse = (index: number) =>
      `<p id="v">Verse ${index}<a id="c" href="#n">1</a>.</p><p id="n"><a href="#c">1</a> Note ${index} of the translators.</p>`
    const { texts, reflow } = read({ documents: Array.from({ length: 5000 }, (_, index) => verse(index)) })
    expect(texts.at(-1)).toContain('Verse 4999')
    expect(reflow.parts.at(-1)?.blocks.at(-1)).toMatchObject({ kind: 'note', marker: '1' })
  })

  test('references of notes that divide a text into the most spans stay within the contract', () => {
    const styled = '<i>a</i>b'.repeat(3500)
    const calls = Array.from({ length: 990 }, () => '<i>xx<a epub:type="noteref" href="#n">1</a>yy</i>z').join('')
    const { reflow } = read({ documents: [`<p>${styled}${calls}</p><aside epub:type="footnote" id="n">note</aside>`] })
    expect(ReflowPart.safeParse({ blocks: reflow.parts[0]?.blocks }).error).toBeUndefined()
  })

  test('an archive of 100,000 files is refused', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`a${index}`, new Uint8Array()]))
    expect(() => readEpub(save(zipSync(many, { level: 0 })))).toThrow(InvalidFileError)
  })

  test('damaged archives are refused or read, and never fail in another way', { tags: ['property'] }, () => {
    const whole = zipEpub({ documents: [`<p>${'A text of some length. '.repeat(40)}</p>`, '<ul><li>One</li></ul>'] })
    const damage = fc.oneof(
      fc.nat(whole.length).map((at) => whole.slice(0, at)),
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }).map((changes) => {
        const copy = whole.slice()
        for (const [at, byte] of changes) copy[at] = byte
        return copy
      }),
    )
    fc.assert(
      fc.property(damage, (archive) => {
        try {
          readEpub(save(archive))
        } catch (error) {
          expect(InvalidFileError.is(error), String(error)).toBe(true)
        }
      }),
      { numRuns: longRuns(500) },
    )
  })
})

describe('previews', () => {
  const paragraph = (number: number) => `<p id="p${number}">${`word${number} `.repeat(200).trim()}</p>`
  const documents = [1, 2, 3].map(
    (chapter) => `<h1>Chapter ${chapter}</h1>${[1, 2, 3, 4, 5, 6].map((index) => paragraph(chapter * 10 + index)).join('')}`,
  )

  function preview(options: Parameters<typeof zipEpub>[0], rule = { percent: 10, least: 3, most: 20 }) {
    const path = save(zipEpub(options))
    const target = `${path}.preview`
    return { count: writeEpubPreview(path, target, rule), whole: readEpub(path), part: () => readEpub(target) }
  }

  test('a preview contains exactly the first pages', () => {
    const { count, whole, part } = preview({ documents })
    expect(count).toBe(3)
    expect(part().texts).toEqual(whole.texts.slice(0, 3))
    expect(part().metadata).toMatchObject({ title: 'A Season of Rain', authors: ['Rudo Moyo'], language: 'en' })
  })

  test('a preview contains no link, note or picture of later pages', () => {
    const { part } = preview({
      documents: [
        `<p>Early <a href="c2.xhtml">link</a> and note<a epub:type="noteref" href="c2.xhtml#n">1</a>. ${'x '.repeat(3000)}<a href="#late">late</a></p>`,
        `<p id="late">${'y '.repeat(9000)}</p><aside epub:type="footnote" id="n">secret</aside><img src="late.png" alt="late picture"/>`,
      ],
      files: { 'EPUB/late.png': 'x' },
    })
    const { reflow, pictures } = part()
    expect(JSON.stringify(reflow)).not.toMatch(/secret|late|"y|links|noteCalls/)
    expect(pictures).toEqual([])
  })

  test('a book of one page has no preview', () => {
    expect(preview({ documents: ['<p>Short.</p>'] }).count).toBeNull()
  })

  test('blocks of every kind are read from a preview as they were written', () => {
    const body =
      '<h2>Title &amp; more</h2><p>Plain <i>i</i> <b>b</b> <b><i>bi</i></b> <a href="https://example.org/?a=1&amp;b=2">site</a><a epub:type="noteref" href="#n">1</a></p><ul><li>a</li><li>b</li></ul><ol start="4"><li>c</li></ol><p>l1<br/>l2</p><pre>x &lt; y\n  z</pre><blockquote><p>q</p></blockquote><table><tr><th>h</th><th>i</th></tr><tr><td>1</td><td>2</td></tr></table><aside epub:type="footnote" id="n">note</aside>'
    const { whole, part } = preview({ documents: [body, `<p>${'z '.repeat(9000)}</p>`] })
    expect(part().reflow.parts[0]).toEqual({ ...whole.reflow.parts[0] })
  })
})
