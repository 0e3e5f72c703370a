import type { Arbitrary } from 'fast-check'
import { SECTIONS, type SectionName, type SiteContent } from '#contracts/site/site-content.ts'
import type { PictureUse, SitePicture } from '#contracts/site/site-picture.ts'
import { findErrors } from '#server/site/content/validate-section.ts'
import { defaultContent } from '#site/default-content.ts'
import fc from './property-testing.ts'
import { sectionSchema } from './section-schema.ts'

/* Parts of a section's JSON Schema from which random content is generated. The form of the admin area is generated from the same schema. */

type Schema = {
  type?: string
  readOnly?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  enum?: unknown[]
  choices?: string[]
  picture?: PictureUse
  format?: string
  pattern?: string
} & Partial<Record<'minItems' | 'maxItems' | 'maxLength' | 'minimum' | 'maximum' | 'exclusiveMinimum', number>>

type Pictures = Record<PictureUse, SitePicture>

/** Markup that pages may contain in escaped form only. */
export const MARKUP = ['<img src=x onerror=alert(1)>', '</script><!--<script>']
const NASTY = [
  ...[
    ...MARKUP,
    `"'\`&amp;&<`,
    ']]>',
    '\u0001\u001b\u000b\ufffe\uffff',
    '<?xml',
    '{{7*7}}',
    '$&',
    '\\u0000\\',
    '\u2028\u0085',
    '\u202eolleh',
  ],
  ...['# Title\n\n- point', '[link](javascript:alert(1))', '**bold', '| a | b |', '```', '\t', '%0d%0aSet-Cookie: a=b', '{email}', '=1+1'],
  ...['السلام عليكم', 'שלום', 'मनस्ते', '日本語', '👨‍👩‍👧‍👦🕯️🇿🇼', 'e\u0301\u0327'.repeat(4), 'x'.repeat(80), '\ufffd\u200b\ufeff', '../..'],
]

/** Returns a generator of random content that the schemas of all sections accept. Pictures are chosen from `pictures`. */
export function randomContent(pictures: Pictures): Arbitrary<SiteContent> {
  const section = (name: SectionName) => {
    const schema = sectionSchema(name) as Schema
    return randomValue(schema, defaultContent[name], pictures).filter((content) => findErrors(name, content).errors.length === 0)
  }
  const names = Object.keys(SECTIONS) as SectionName[]
  return fc.record(Object.fromEntries(names.map((name) => [name, section(name)]))) as unknown as Arbitrary<SiteContent>
}

/**
 * Returns a generator of random values of a schema.
 * @param initial content of a new site, whose fixed fields, and lists of fixed fields, stay unchanged
 */
function randomValue(schema: Schema, initial: unknown, pictures: Pictures): Arbitrary<unknown> {
  const { type, minItems = 0, maxItems = minItems + 3 } = schema
  if (schema.readOnly) return fc.constant(initial)
  if (schema.picture) return fc.constant(pictures[schema.picture])
  const choices = schema.enum ?? schema.choices
  if (choices) return fc.constantFrom(...choices)
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      randomValue(field, fieldOf(initial, name), pictures),
    ])
    return fc.record(Object.fromEntries(fields), { requiredKeys: (schema.required ?? []) as never[] })
  }
  if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((item) => randomValue(item, undefined, pictures)))
  if (type === 'array' && schema.items) {
    const { items } = schema
    if (Array.isArray(initial) && hasFixed(items)) return fc.tuple(...initial.map((item) => randomValue(items, item, pictures)))
    return fc.array(randomValue(items, undefined, pictures), { minLength: minItems, maxLength: maxItems, size: 'small' })
  }
  return randomLeaf(schema)
}

function randomLeaf({
  type,
  format,
  pattern,
  maxLength = 254,
  minimum,
  maximum = 1e6,
  exclusiveMinimum = 0.01,
}: Schema): Arbitrary<unknown> {
  if (type === 'integer') return fc.integer({ min: minimum ?? 1, max: maximum })
  if (type === 'number') return fc.double({ min: minimum ?? Math.max(exclusiveMinimum, 0.01), max: maximum, noNaN: true })
  if (format === 'uri') return fc.webUrl({ withQueryParameters: true, withFragments: true }).filter((url) => url.length <= maxLength)
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, maxLength))
  // Email addresses are recognized by their maximum length, since JSON Schema can't describe their pattern.
  if (maxLength === 254) return fc.constantFrom('rudo@mwenje.example', `o'neill+${'x'.repeat(40)}@${'sub.'.repeat(20)}example`)
  const text = fc.array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 6 })
  return fc.tuple(text, fc.boolean()).map(([parts, isLong]) => cut(isLong ? parts.join(' ').repeat(maxLength) : parts.join(' '), maxLength))
}

/** Truncates a normalized text, since the server measures normalized texts. Returns a letter if only white space remains. */
function cut(text: string, length: number): string {
  const short = text.normalize().slice(0, length)
  return short.replace(/[\0\p{Cs}]/gu, '').trim() || 'x'
}

function hasFixed({ readOnly, properties = {}, items }: Schema): boolean {
  return readOnly === true || Object.values(properties).some(hasFixed) || (items !== undefined && hasFixed(items))
}

function fieldOf(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | undefined)?.[name]
}
