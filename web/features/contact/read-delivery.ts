import type { ContactDelivery } from '#contracts/contact-form.ts'
import type { Api } from '#web/lib/api/api.ts'

/**
 * What becomes of messages to the shop. When nobody can tell, they are sent for real: a message had better fail than be lost behind a
 * friendly notice, and what is said to be kept is what is kept at most.
 */
export async function readDelivery(api: Api): Promise<ContactDelivery> {
  try {
    return (await api.getContactSettings()).delivery
  } catch (error) {
    console.error(error)
    return 'inbox'
  }
}
