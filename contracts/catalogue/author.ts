import { z } from 'zod'
import { Picture, requiredText, StartedFrom } from './item.ts'
import { SlugField } from './slug.ts'

export const SOCIAL_NETWORKS = ['facebook', 'twitter', 'instagram', 'linkedin'] as const

const SocialLink = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
  z
    .url({ protocol: /^https?$/, hostname: z.regexes.domain, error: 'Enter a full address, such as https://facebook.com/name.' })
    .max(500)
    .optional(),
)

const ofEachNetwork = <Schema extends z.ZodType>(schema: Schema) => ({
  facebook: schema,
  twitter: schema,
  instagram: schema,
  linkedin: schema,
})

/** Text fields of the add-author form; its file field is `photo`. */
export const AuthorFields = z.object({
  name: requiredText('a name', 200),
  bio: requiredText('a biography', 20_000),
  ...ofEachNetwork(SocialLink),
  slug: SlugField,
})
export type AuthorFields = z.infer<typeof AuthorFields>

const RenameBooks = z.enum(['true', 'false'], { error: 'Send true or false.' }).optional().meta({
  description:
    'Whether books with the former name get the new name. Otherwise they keep the former name and no longer belong to this author',
})

/** Changes to an author. An empty link is removed; an omitted one stays unchanged. */
export const AuthorChanges = AuthorFields.extend(ofEachNetwork(SocialLink.nullable()))
  .partial()
  .extend({ updatedAt: StartedFrom, renameBooks: RenameBooks })
export type AuthorChanges = z.infer<typeof AuthorChanges>

export const Author = z.object({
  id: z.string(),
  slug: z.string().meta({ description: 'Last segment of the URL on the site' }),
  name: z.string(),
  bio: z.string(),
  photo: z.string().meta({ description: 'Absolute URL, or a path relative to the location of author photos' }),
  books: z.int().meta({ description: 'Number of books with this author’s name' }),
  socialLinks: z.object(ofEachNetwork(z.string().optional())),
  picture: Picture,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Author = z.infer<typeof Author>
