import { z } from 'zod'

const Url = z.url({ protocol: /^https?$/, hostname: z.regexes.domain })

/**
 * Returns the schema of a link to a profile. A missing https:// is added, and `@name` becomes the profile with that name.
 * @param profiles beginning of the addresses of profiles, such as `x.com/`
 */
export function profileLink(profiles: string) {
  return z
    .string()
    .trim()
    .overwrite((text) => completeLink(text, profiles))
    .max(500, 'Enter at most 500 characters.')
    .refine((text) => Url.safeParse(text).success, `Enter the address of the profile, such as ${profiles}name, or @name.`)
}

function completeLink(text: string, profiles: string): string {
  const [, name] = /^@([\w.-]+)$/.exec(text) ?? []
  if (name) return `https://${profiles}${name}`
  return /^[\w-]+(\.[\w-]+)+\//.test(text) ? `https://${text}` : text
}
