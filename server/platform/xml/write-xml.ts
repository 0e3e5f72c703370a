import Builder from 'fast-xml-builder'

/** Values by name: `@name` is an attribute, `#text` the text beside attributes, any other name an element. A list repeats the element. */
export type XmlNode = { [name: string]: XmlValue | XmlValue[] | undefined }
type XmlValue = string | number | XmlNode

/** Characters that XML 1.0 can't contain, not even escaped: controls, unpaired surrogates, and the two noncharacters U+FFFE and U+FFFF. */
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

/**
 * Writes an XML document with one root element. Values are escaped, and characters that XML can't contain are removed. Element names must
 * not come from user input.
 */
export function writeXml(root: XmlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(root)}`
}
