import type { ContactSettings } from '#contracts/site/contact.ts'
import type { Api } from './api.ts'

/** A module of its own, since few pages need it. */
export async function readContactSettings(api: Api): Promise<ContactSettings> {
  return (await api.call('/contact')).json()
}
