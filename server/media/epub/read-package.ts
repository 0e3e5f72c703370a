import { readIsbn } from '#contracts/catalogue/read-isbn.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { statedLanguage } from '#server/media/stated-language.ts'
import { storableText } from '#server/platform/storable-text.ts'
import { type Archive, resolvePath } from './open-archive.ts'
import { type Element, find, findAll, isElement, localName, parseDocument, parseXml, textOf, typesOf } from './xml.ts'

/** Metadata of the package, as they were written. */
export type EpubMetadata = {
  title: string
  authors: string[]
  language: string | null
  publisher: string
  description: string
  rights: string
  year: string | null
  isbn: string | null
}
/** Reference to a place in a content document. */
export type Target = { path: string; id: string | undefined }
export type NavEntry = Target & { title: string; depth: number }
export type Package = {
  metadata: EpubMetadata
  /** Paths of the content documents in reading order */
  spine: string[]
  contents: NavEntry[]
  pageList: (Target & { label: string })[]
}

const CONTAINER = 'META-INF/container.xml'
const CONTENT_TYPES = ['application/xhtml+xml', 'text/html', 'application/x-dtbook+xml', 'text/x-oeb1-document']
/** Encryption of fonts only, which readers who don't use the fonts can ignore. */
const FONT_OBFUSCATION = /^http:\/\/(www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#rc)$/i
const MAX_SPINE = 5000
const MAX_NAV = 5000
const MAX_DEPTH = 8

const NO_BOOK = 'It is no EPUB book: its list of contents is missing. Save it again with the program that made it.'
export const NO_TEXT = 'It contains no text. Publish a book of pictures as a PDF.'
const LOCKED = 'It is locked with copy protection (DRM), so that no other program can open it. Publish the file without the protection.'
const FIXED =
  'It has a fixed layout: its pages are made for one size of screen, as in picture books. Publish it as a PDF, which keeps the pages as they are.'

/**
 * Reads the package of an EPUB 2 or 3.
 * @throws InvalidFileError for a file that is broken, encrypted, or of a fixed layout
 */
export function readPackage(archive: Archive): Package {
  const container = archive.readText(CONTAINER)
  const rootFiles = container ? findAll(parseXml(container), 'rootfile') : []
  const root = rootFiles.find(({ attributes }) => attributes['media-type'] === 'application/oebps-package+xml') ?? rootFiles[0]
  const packagePath = resolvePath('', root?.attributes['full-path'] ?? '')?.path ?? ''
  const text = packagePath ? archive.readText(packagePath) : undefined
  if (!text) throw new InvalidFileError(archive.has('META-INF/sinf.xml') ? LOCKED : NO_BOOK)
  requireOpen(archive)

  const document = parseXml(text)
  const metadata = find(document, 'metadata') ?? document
  if (isFixed(metadata, archive)) throw new InvalidFileError(FIXED)
  const manifest = findAll(find(document, 'manifest') ?? document, 'item').flatMap(({ attributes }) => {
    const target = resolvePath(packagePath, attributes.href ?? '')
    const properties = (attributes.properties ?? '').split(/\s+/)
    return target ? [{ id: attributes.id ?? '', path: target.path, type: attributes['media-type'] ?? '', properties }] : []
  })
  const byId = new Map(manifest.map((item) => [item.id, item]))
  const spineElement = find(document, 'spine')
  const items = findAll(spineElement ?? document, 'itemref').flatMap(({ attributes }) => byId.get(attributes.idref ?? '') ?? [])
  if (items.length > MAX_SPINE) throw new InvalidFileError(`It consists of more than ${MAX_SPINE} documents.`)
  const spine = items.filter(({ type, path }) => CONTENT_TYPES.includes(type) || /\.x?html?$/i.test(path)).map(({ path }) => path)
  if (spine.length === 0) throw new InvalidFileError(items.length > 0 ? NO_TEXT : NO_BOOK)

  const nav = manifest.find(({ properties }) => properties.includes('nav'))
  const ncx = byId.get(spineElement?.attributes.toc ?? '') ?? manifest.find(({ type }) => type === 'application/x-dtbncx+xml')
  const fromNav = nav && readNav(archive, nav.path)
  const fromNcx = ncx && !(fromNav && fromNav.contents.length > 0) ? readNcx(archive, ncx.path) : undefined
  return {
    metadata: readMetadata(metadata),
    spine: [...new Set(spine)],
    contents: fromNcx?.contents ?? fromNav?.contents ?? [],
    pageList: fromNav && fromNav.pageList.length > 0 ? fromNav.pageList : (fromNcx?.pageList ?? []),
  }
}

/** Refuses a book whose texts are encrypted. */
function requireOpen(archive: Archive): void {
  const encryption = archive.readText('META-INF/encryption.xml')
  if (!encryption) return
  const isLocked = findAll(parseXml(encryption), 'encrypteddata').some((data) => {
    const method = find(data, 'encryptionmethod')?.attributes.algorithm ?? ''
    return !FONT_OBFUSCATION.test(method)
  })
  if (isLocked) throw new InvalidFileError(LOCKED)
}

function isFixed(metadata: Element, archive: Archive): boolean {
  const isPrePaginated = findAll(metadata, 'meta').some(
    (meta) =>
      (meta.attributes.property === 'rendition:layout' && textOf(meta) === 'pre-paginated') ||
      (meta.attributes.name === 'fixed-layout' && meta.attributes.content === 'true'),
  )
  if (isPrePaginated) return true
  const options = archive.readText('META-INF/com.apple.ibooks.display-options.xml')
  return (
    options !== undefined &&
    findAll(parseXml(options), 'option').some((option) => option.attributes.name === 'fixed-layout' && textOf(option) === 'true')
  )
}

function readMetadata(metadata: Element): EpubMetadata {
  const texts = (name: string) => findAll(metadata, name).map((element) => ({ element, text: storableText(textOf(element)) }))
  const first = (name: string) => texts(name).find(({ text }) => text)?.text ?? ''
  // Roles are attributes in EPUB 2, and refining elements in EPUB 3.
  const roles = new Map(
    findAll(metadata, 'meta')
      .filter(({ attributes }) => attributes.property === 'role')
      .map((meta) => [meta.attributes.refines?.slice(1), textOf(meta)]),
  )
  const authors = texts('creator').filter(
    ({ element: { attributes } }) => (attributes['opf:role'] ?? roles.get(attributes.id) ?? 'aut') === 'aut',
  )
  const identifiers = texts('identifier').map(({ text }) => readIsbn(text.replace(/^\s*urn:/i, '')))
  return {
    title: first('title').slice(0, 500),
    authors: authors
      .map(({ text }) => text.slice(0, 200))
      .filter(Boolean)
      .slice(0, 20),
    language: statedLanguage(first('language')),
    publisher: first('publisher').slice(0, 200),
    description: first('description').slice(0, 5000),
    rights: first('rights').slice(0, 500),
    year: /^\d{4}/.exec(first('date'))?.[0] ?? null,
    isbn: identifiers.find((isbn) => isbn !== undefined) ?? null,
  }
}

/** Reads the navigation document of an EPUB 3. */
function readNav(archive: Archive, path: string): Pick<Package, 'contents' | 'pageList'> {
  const document = parseDocument(archive.readText(path) ?? '')
  const navs = findAll(document, 'nav')
  const inNav = (type: string) => navs.find((nav) => typesOf(nav).includes(type))
  const toc = inNav('toc') ?? inNav('doc-toc') ?? navs[0]
  const contents: NavEntry[] = []
  const visit = (list: Element, depth: number) => {
    for (const item of list.children.filter(isElement)) {
      if (localName(item.name) !== 'li') continue
      const label = item.children.filter(isElement).find(({ name }) => ['a', 'span'].includes(localName(name)))
      const href = label?.attributes.href
      const target = href ? resolvePath(path, href) : undefined
      const title = label ? toTitle(label) : ''
      if (target && title && contents.length < MAX_NAV) contents.push({ ...target, title, depth: Math.min(depth, MAX_DEPTH) })
      for (const nested of item.children.filter(isElement)) if (localName(nested.name) === 'ol') visit(nested, depth + (target ? 1 : 0))
    }
  }
  const list = toc && find(toc, 'ol')
  if (list) visit(list, 0)
  const pages = inNav('page-list') ?? inNav('doc-pagelist')
  const pageList = (pages ? findAll(pages, 'a') : []).slice(0, MAX_NAV * 4).flatMap((link) => {
    const target = resolvePath(path, link.attributes.href ?? '')
    return target ? [{ ...target, label: toTitle(link) }] : []
  })
  return { contents, pageList }
}

/** Reads the table of contents of an EPUB 2. */
function readNcx(archive: Archive, path: string): Pick<Package, 'contents' | 'pageList'> {
  const document = parseXml(archive.readText(path) ?? '')
  const targetOf = (point: Element) =>
    resolvePath(path, point.children.filter(isElement).find(({ name }) => localName(name) === 'content')?.attributes.src ?? '')
  const labelOf = (point: Element) => {
    const label = point.children.filter(isElement).find(({ name }) => localName(name) === 'navlabel')
    return label ? toTitle(label) : ''
  }
  const contents: NavEntry[] = []
  const visit = (parent: Element, depth: number) => {
    for (const point of parent.children.filter(isElement)) {
      if (localName(point.name) !== 'navpoint') continue
      const target = targetOf(point)
      const title = labelOf(point)
      if (target && title && contents.length < MAX_NAV) contents.push({ ...target, title, depth: Math.min(depth, MAX_DEPTH) })
      visit(point, depth + 1)
    }
  }
  const map = find(document, 'navmap')
  if (map) visit(map, 0)
  const pageList = findAll(document, 'pagetarget').flatMap((point) => {
    const target = targetOf(point)
    return target ? [{ ...target, label: labelOf(point) }] : []
  })
  return { contents, pageList }
}

const toTitle = (element: Element) => storableText(textOf(element)).slice(0, 300)
