import { z } from 'zod'
import { profileLink } from '#contracts/common/profile-link.ts'
import { alternativeTextField, Picture, requiredName, requiredText, StartedFrom } from './item.ts'
import { type ItemForm, optional, textFields } from './item-form.ts'
import { slugField } from './slug.ts'

export const SOCIAL_NETWORKS = ['facebook', 'twitter', 'instagram', 'linkedin'] as const

/** Returns the field of a link to a profile. */
function socialLink(label: string, profiles: string) {
  return { label, kind: 'url', half: true, placeholder: `${profiles}name`, schema: optional(profileLink(profiles)) } as const
}

export const authorForm = {
  name: { label: 'Name', kind: 'text', schema: requiredName('a name', 200) },
  photo: {
    label: 'Photo',
    kind: 'image',
    shape: 'portrait',
    hint: 'A face in the middle works best.',
    stored: 'photo',
    missing: 'Choose a photo.',
  },
  photoAlt: alternativeTextField,
  bio: { label: 'Bio', kind: 'long text', schema: requiredText('a biography', 20_000) },
  facebook: socialLink('Facebook', 'facebook.com/'),
  twitter: socialLink('Twitter', 'x.com/'),
  instagram: socialLink('Instagram', 'instagram.com/'),
  linkedin: socialLink('LinkedIn', 'linkedin.com/in/'),
  slug: slugField('name'),
} as const satisfies ItemForm

export const AuthorFields = textFields(authorForm)
export type AuthorFields = z.infer<typeof AuthorFields>

const RenameBooks = z.enum(['true', 'false'], { error: 'Send true or false.' }).optional().meta({
  description:
    'Whether books with the former name get the new name. Otherwise they keep the former name and no longer belong to this author',
})

/** Changes to an author. An empty link is removed; an omitted one stays unchanged. */
export const AuthorChanges = AuthorFields.partial().extend({ updatedAt: StartedFrom, renameBooks: RenameBooks })
export type AuthorChanges = z.infer<typeof AuthorChanges>

export const Author = z.object({
  id: z.string(),
  slug: z.string().meta({ description: 'Last segment of the author page’s URL' }),
  name: z.string(),
  bio: z.string(),
  photo: z.string().meta({ description: 'Photo: absolute URL, or a path relative to the location of author photos' }),
  photoAlt: z.string().meta({ description: 'Alternative text of the photo; empty when there is none' }),
  books: z.int().meta({ description: 'Number of books with this author’s name' }),
  socialLinks: z.object({ facebook: z.string(), twitter: z.string(), instagram: z.string(), linkedin: z.string() }).partial(),
  picture: Picture,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Author = z.infer<typeof Author>
