import type { ContactDelivery } from '#contracts/site/contact-choices.ts'
import type { Api } from '#web/lib/api/api.ts'
import { readContactSettings } from '#web/lib/api/contact-settings.ts'

/**
 * Returns how contact messages are delivered. Falls back to `inbox`: an error when sending is better than a message lost despite a success
 * notice.
 */
export async function readDelivery(api: Api): Promise<ContactDelivery> {
  try {
    return (await readContactSettings(api)).delivery
  } catch (error) {
    console.error(error)
    return 'inbox'
  }
}
