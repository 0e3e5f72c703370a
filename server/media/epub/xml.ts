import { Parser } from 'htmlparser2'

/** Element of a parsed document. Names and attributes are in lower case, with their prefixes. */
export type Element = { name: string; attributes: Record<string, string>; children: Node[] }
export type Node = Element | string

/** Limits of a document, which hostile files exceed. The depth is limited, since documents are read recursively. */
const MAX_DEPTH = 200
const MAX_NODES = 2_000_000

/** Elements whose content is never displayed. */
const IGNORED = new Set('audio button head iframe input noscript script select style template textarea video'.split(' '))

/**
 * Parses a content document. Documents that are not well-formed are read as browsers read HTML. Scripts, styles, controls and embedded
 * media are dropped; of an embedded object, the text that stands in for it is read.
 */
export function parseDocument(text: string): Element {
  return parse(text, { isXml: false, ignored: IGNORED })
}

/** Parses a package document or another XML file. Entities of a document type are not expanded. */
export function parseXml(text: string): Element {
  return parse(text, { isXml: true, ignored: new Set() })
}

function parse(text: string, { isXml, ignored }: { isXml: boolean; ignored: Set<string> }): Element {
  const root: Element = { name: '', attributes: {}, children: [] }
  const stack = [root]
  let nodes = 0
  let skipped = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (skipped > 0 || ignored.has(localName(name)) || stack.length > MAX_DEPTH || nodes > MAX_NODES) {
          skipped += 1
          return
        }
        nodes += 1
        const element: Element = { name: name.toLowerCase(), attributes, children: [] }
        stack.at(-1)?.children.push(element)
        stack.push(element)
      },
      onclosetag() {
        if (skipped > 0) skipped -= 1
        else if (stack.length > 1) stack.pop()
      },
      ontext(part) {
        if (skipped > 0) return
        const children = stack.at(-1)?.children
        const last = children?.at(-1)
        if (children && typeof last === 'string') children[children.length - 1] = last + part
        else children?.push(part)
      },
    },
    isXml
      ? { xmlMode: true, lowerCaseAttributeNames: true }
      : { recognizeSelfClosing: true, recognizeCDATA: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.end(text)
  return root
}

/** Returns the name of an element without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

export const isElement = (node: Node): node is Element => typeof node !== 'string'

/** Returns the elements with a name, at any depth, in order. */
export function findAll(element: Element, ...names: string[]): Element[] {
  return element.children.filter(isElement).flatMap((child) => {
    const inside = findAll(child, ...names)
    return names.includes(localName(child.name)) ? [child, ...inside] : inside
  })
}

export function find(element: Element, name: string): Element | undefined {
  return findAll(element, name)[0]
}

/** Returns the text of an element, with single spaces in place of white space. */
export function textOf(node: Node): string {
  return collect(node).replaceAll(/\s+/g, ' ').trim()
}

function collect(node: Node): string {
  return typeof node === 'string' ? node : node.children.map(collect).join('')
}

/** Returns the words of an element's `epub:type` and `role`. */
export function typesOf({ attributes }: Element): string[] {
  return `${attributes['epub:type'] ?? ''} ${attributes.role ?? ''}`.toLowerCase().split(/\s+/).filter(Boolean)
}
