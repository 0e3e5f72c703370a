/* Constraints on a feed, a publication and a link from the public JSON schemas of OPDS 2.0 (drafts.opds.io) and of the Readium Web
   Publication Manifest, limited to the features that this site uses. No package contains these schemas. Properties that the schemas leave
   open are rejected here. */

const ACQUISITIONS = ['', '/buy', '/open-access', '/borrow', '/sample', '/subscribe'].map(
  (kind) => `http://opds-spec.org/acquisition${kind}`,
)

const text = { type: 'string', minLength: 1 }
const dateTime = { type: 'string', format: 'date-time' }
const count = { type: 'integer', minimum: 0 }
const positive = { type: 'integer', exclusiveMinimum: 0 }
const hasRelation = (...relations: string[]) => ({
  contains: { type: 'object', properties: { rel: { enum: relations } }, required: ['rel'] },
})
const closed = (properties: Record<string, object>, required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const link = {
  ...closed(
    {
      href: text,
      type: text,
      title: text,
      rel: text,
      templated: { type: 'boolean' },
      width: positive,
      height: positive,
      size: positive,
      properties: closed(
        {
          price: closed({ value: { type: 'number', minimum: 0 }, currency: { type: 'string', pattern: '^[A-Z]{3}$' } }, [
            'value',
            'currency',
          ]),
          indirectAcquisition: { type: 'array', items: closed({ type: text }, ['type']) },
        },
        [],
      ),
    },
    ['href'],
  ),
  if: { properties: { templated: { const: true } }, required: ['templated'] },
  // biome-ignore lint/suspicious/noThenProperty: A keyword of JSON Schema.
  then: { properties: { href: { format: 'uri-template' } } },
  else: { properties: { href: { format: 'uri' } } },
}

const names = { anyOf: [text, { type: 'array', items: text, minItems: 1 }] }
const series = closed({ name: text, position: { type: 'number' } }, ['name'])

const publication = closed(
  {
    metadata: closed(
      {
        '@type': { type: 'string', format: 'uri' },
        identifier: { type: 'string', format: 'uri' },
        title: text,
        subtitle: text,
        altIdentifier: { type: 'string', format: 'uri' },
        author: names,
        translator: names,
        editor: names,
        illustrator: names,
        narrator: names,
        contributor: names,
        publisher: names,
        language: text,
        belongsTo: closed({ series }, ['series']),
        published: dateTime,
        modified: dateTime,
        subject: { type: 'array', items: text },
        description: { type: 'string' },
        numberOfPages: positive,
      },
      ['title', 'identifier', '@type'],
    ),
    links: { type: 'array', items: link, allOf: [hasRelation('self'), hasRelation('preview', ...ACQUISITIONS)] },
    images: {
      type: 'array',
      items: link,
      minItems: 1,
      contains: { type: 'object', properties: { type: { enum: ['image/jpeg', 'image/png', 'image/gif'] } }, required: ['type'] },
    },
  },
  ['metadata', 'links', 'images'],
)

export const opdsPublicationSchema = publication

export const opdsFeedSchema = {
  ...closed(
    {
      metadata: closed({ title: text, numberOfItems: count, itemsPerPage: positive }, ['title']),
      links: { type: 'array', items: link, ...hasRelation('self') },
      publications: { type: 'array', items: publication, minItems: 1 },
      navigation: { type: 'array', items: { ...link, required: ['href', 'title'] }, minItems: 1 },
    },
    ['metadata', 'links'],
  ),
  anyOf: [{ required: ['publications'] }, { required: ['navigation'] }],
}
