import type { ContactDelivery } from '#contracts/contact-choices.ts'
import type { Api } from '#web/lib/api/api.ts'
import { readContactSettings } from '#web/lib/api/contact-settings.ts'

/**
 * How messages to the shop are delivered. Falls back to `inbox`: a failing message is better than one that is lost behind a success
 * notice, and the privacy page then names the most that may be stored.
 */
export async function readDelivery(api: Api): Promise<ContactDelivery> {
  try {
    return (await readContactSettings(api)).delivery
  } catch (error) {
    console.error(error)
    return 'inbox'
  }
}
