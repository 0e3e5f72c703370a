import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import jsonld from 'jsonld'

/* Checks JSON-LD against the schema.org vocabulary from an npm package, without network requests. */

const SCHEMA = 'http://schema.org/'
const TRIPLE = /^<http:\/\/schema\.org\/([^>]+)> <[^>]*[/#](type|subClassOf|domainIncludes|rangeIncludes)> <([^>]+)>/
/** Data types of schema.org that are written as a string, number or boolean */
const LITERALS: Record<string, (value: unknown) => boolean> = {
  Text: (value) => typeof value === 'string',
  URL: (value) => typeof value === 'string' && URL.canParse(value),
  Number: (value) => typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)),
  Integer: (value) => Number.isInteger(value),
  Boolean: (value) => typeof value === 'boolean',
  Date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  DateTime: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(String(value)),
  Duration: (value) => /^P(?=.)(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?$/.test(String(value)),
}

type Node = Record<string, unknown> & { '@id'?: string; '@type'?: string[]; '@value'?: unknown }
type Vocabulary = Awaited<ReturnType<typeof readVocabulary>>

let vocabulary: Promise<Vocabulary> | undefined

async function readVocabulary() {
  const terms: Record<'type' | 'subClassOf' | 'domainIncludes' | 'rangeIncludes', Map<string, string[]>> = {
    type: new Map(),
    subClassOf: new Map(),
    domainIncludes: new Map(),
    rangeIncludes: new Map(),
  }
  const file = new URL('schema.nq', import.meta.resolve('@vocabulary/schema'))
  for (const line of (await readFile(fileURLToPath(file), 'utf8')).split('\n')) {
    const [, subject, predicate, object] = TRIPLE.exec(line) ?? []
    if (!(subject && predicate && object)) continue
    const map = terms[predicate as keyof typeof terms]
    map.set(subject, [...(map.get(subject) ?? []), object.replace(SCHEMA, '')])
  }
  const withParents = (type: string): string[] => [type, ...(terms.subClassOf.get(type) ?? []).flatMap(withParents)]
  return {
    isClass: (name: string) => terms.type.get(name)?.some((type) => type.endsWith('#Class')) ?? false,
    /** Returns the types of an enumeration member, such as https://schema.org/InStock */
    typesOf: (name: string) => terms.type.get(name) ?? [],
    domainOf: (property: string) => terms.domainIncludes.get(property),
    rangeOf: (property: string) => terms.rangeIncludes.get(property) ?? [],
    withParents,
  }
}

/** Finds unknown types and properties in a JSON-LD document, and values of the wrong type. */
export async function findSchemaFaults(document: object): Promise<string[]> {
  vocabulary ??= readVocabulary()
  const known = await vocabulary
  const documentLoader = (url: string) => {
    if (!/^https?:\/\/schema\.org\/?$/.test(url)) return Promise.reject(new Error(`${url} is not schema.org’s context`))
    return Promise.resolve({ documentUrl: url, document: { '@context': { '@vocab': SCHEMA } } })
  }
  const nodes = (await jsonld.expand(document as jsonld.JsonLdDocument, { documentLoader })) as Node[]
  const typesById = new Map<string, string[]>()
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const part of value) collect(part)
    else if (value && typeof value === 'object') {
      const { '@id': id, '@type': own } = value as Node
      if (id && own) typesById.set(id, own.map(shorten))
      collect(Object.values(value))
    }
  }
  collect(nodes)
  return nodes.flatMap((node) => checkNode(node, { known, typesById }))
}

/** Vocabulary and context of a check. `typesById` contains the types of the document's nodes that have an id */
type Checked = { known: Vocabulary; typesById: Map<string, string[]> }

function checkNode(node: Node, checked: Checked): string[] {
  const { known } = checked
  const types = (node['@type'] ?? []).map(shorten)
  if (types.length === 0) return [`${JSON.stringify(node)} has no type`]
  const faults = types.filter((type) => !known.isClass(type)).map((type) => `${type} is no type`)
  const allowed = types.flatMap(known.withParents)
  for (const [key, values] of Object.entries(node)) {
    if (key.startsWith('@')) continue
    const property = shorten(key)
    // An input or output constraint of an action has the name of a property with a suffix, and a text as its value.
    const described = property.replace(/-(input|output)$/, '')
    const domain = known.domainOf(described)
    if (!domain) faults.push(`${property} is no property`)
    else if (!domain.some((type) => allowed.includes(type))) faults.push(`${types} has no ${property}`)
    else if (described === property)
      for (const value of values as Node[]) faults.push(...checkValue(value, { types, property, ...checked }))
  }
  return faults
}

function checkValue(value: Node, { types, property, ...checked }: Checked & { types: string[]; property: string }): string[] {
  const { known } = checked
  const range = known.rangeOf(property)
  const wrong = [`${types}: ${property} can’t be ${JSON.stringify(value)}`]
  if ('@value' in value) {
    const isTerm = known.typesOf(shorten(String(value['@value']))).some((type) => range.includes(type))
    return isTerm || range.some((type) => LITERALS[type]?.(value['@value'])) ? [] : wrong
  }
  const isReference = !value['@type']
  const own = isReference
    ? (checked.typesById.get(value['@id'] ?? '') ?? known.typesOf(shorten(value['@id'] ?? '')))
    : value['@type']?.map(shorten)
  if (!own?.flatMap(known.withParents).some((type) => range.includes(type))) return wrong
  return isReference ? [] : checkNode(value, checked)
}

function shorten(iri: string) {
  return iri.replace(/^https?:\/\/schema\.org\//, '')
}
