import { readFile, writeFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { demoCatalogue } from '#demo/catalogue.ts'
import { chapters, readManuscript } from './manuscript.ts'

const FILES = new URL('../../../demo/files/', import.meta.url).pathname
/** Time of all entries, so that the same manuscript is the same file. */
const TIME = new Date(2025, 0, 6)

/** Writes the EPUB of each book that has one, from its manuscript. */
export async function makeEpubs(only: string[]): Promise<void> {
  for (const { slug, epub } of demoCatalogue.books) {
    if (!epub || (only.length && !only.includes(slug))) continue
    await writeFile(`${FILES}${epub}`, await build(slug))
    console.log(epub)
  }
}

async function build(slug: string): Promise<Uint8Array> {
  const { facts, body } = await readManuscript('manuscripts', slug)
  const { title = '', subtitle = '', author = '', description = '' } = facts
  const cover = await sharp(await readFile(`${FILES}covers/${slug}.webp`))
    .resize(700)
    .jpeg({ quality: 70, mozjpeg: true })
    .toBuffer()
  const parts = chapters(body, (text) => text).map((chapter, index) => ({ ...chapter, path: `chapter-${index + 1}.xhtml` }))
  const list = parts.map((part) => `<li><a href="${part.path}">${part.title || title}</a></li>`).join('\n      ')
  const texts: Record<string, string> = {
    'META-INF/container.xml': `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`,
    'EPUB/title.xhtml': xhtml(
      title,
      `<figure><img src="cover.jpg" alt="Cover"/></figure>\n  <h1>${title}</h1>\n  <p>${subtitle}</p>\n  <p>${author}</p>`,
    ),
    'EPUB/nav.xhtml': xhtml('Contents', `<nav epub:type="toc">\n    <h1>Contents</h1>\n    <ol>\n      ${list}\n    </ol>\n  </nav>`),
    'EPUB/package.opf': `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">urn:lectern:demonstration:${slug}</dc:identifier>
    <dc:title>${title}</dc:title>
    <dc:creator>${author}</dc:creator>
    <dc:language>en</dc:language>
    <dc:description>${description}</dc:description>
    <meta property="dcterms:modified">2025-01-06T08:00:00Z</meta>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>
    <item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>
    ${parts.map(({ path }, index) => `<item id="c${index}" href="${path}" media-type="application/xhtml+xml"/>`).join('\n    ')}
  </manifest>
  <spine>
    <itemref idref="title"/>
    ${parts.map((_, index) => `<itemref idref="c${index}"/>`).join('\n    ')}
  </spine>
</package>
`,
  }
  for (const part of parts) {
    const heading = part.title && `<h2>${part.title}</h2>\n`
    texts[`EPUB/${part.path}`] = xhtml(
      part.title || title,
      `${heading}${part.html.replaceAll('<br>', '<br/>').replaceAll('<hr>', '<hr/>')}`,
    )
  }
  return zipSync(
    {
      mimetype: [strToU8('application/epub+zip'), { level: 0 }],
      ...Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, strToU8(text)])),
      'EPUB/cover.jpg': [cover, { level: 0 }],
    },
    { mtime: TIME },
  )
}

function xhtml(title: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head><title>${title.replaceAll(/<[^>]*>/g, '')}</title></head>
<body>
  ${body}
</body>
</html>
`
}
