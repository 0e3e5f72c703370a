import type { ContactSettings } from '#contracts/contact.ts'
import type { Api } from './api.ts'

/** Stands apart from the other calls, since few pages need it. */
export async function readContactSettings(api: Api): Promise<ContactSettings> {
  return (await api.call('/contact')).json()
}
