import type { ContactSettings } from '#contracts/site/contact.ts'
import type { Api } from './api.ts'

/** The contact settings have a separate module, since few pages need them. */
export async function readContactSettings(api: Api): Promise<ContactSettings> {
  return (await api.call('/contact')).json()
}
