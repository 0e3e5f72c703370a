import { z } from 'zod'

/** A URL that is safe to publish: http or https without credentials, query or fragment. */
export const WebUrl = z
  .string()
  .refine(isPlain, 'must be an http or https URL without user name, query and fragment')
  .transform((text) => `${new URL(text).origin}${new URL(text).pathname}`.replace(/(?<!\/)\/+$/, ''))

/** A `WebUrl` without a path, such as `https://lectern.example`. */
export const Origin = z
  .string()
  .refine(
    (text) => isPlain(text) && new URL(text).pathname === '/',
    'must be an http or https URL without a path, such as https://lectern.example',
  )
  .transform((text) => new URL(text).origin)

function isPlain(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ''
}
