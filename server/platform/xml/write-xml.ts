import Builder from 'fast-xml-builder'

/** Names with a value each: `@name` is an attribute, `#text` the text beside attributes, anything else an element. A list repeats it. */
export type XmlNode = { [name: string]: XmlValue | XmlValue[] | undefined }
type XmlValue = string | number | XmlNode

/** Characters that XML 1.0 can't contain, not even escaped: controls, surrogates without their other half, and two that are none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: They are what is searched for.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

const withoutForbidden = (_name: string, value: unknown) => String(value).replace(FORBIDDEN, '')

const builder = new Builder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  tagValueProcessor: withoutForbidden,
  attributeValueProcessor: withoutForbidden,
})

/** Writes an XML document with one root element. Values are escaped, and lose the characters that XML can't contain; names are the code's own. */
export function writeXml(root: XmlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(root)}`
}
