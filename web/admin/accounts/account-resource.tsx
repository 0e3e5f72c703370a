import { AdminAccount } from '#contracts/admin/admin.ts'
import { read } from '#web/admin/kit/api.ts'
import { isAborted } from '#web/admin/kit/failures.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { listedAtOnce } from '#web/admin/kit/list/listed-at-once.ts'
import { type DeletionCheck, defineResource, type RowView } from '#web/admin/kit/resource.ts'
import { writeToken } from '#web/admin/kit/token.ts'
import { ColleagueTwoStep } from '#web/admin/two-step/colleague-two-step.tsx'

export const accountResource = defineResource<AdminAccount>(
  {
    singular: 'admin account',
    auditNoun: 'account',
    apiPath: '/admins',
    ...listedAtOnce(AdminAccount, '/accounts', ({ firstname, lastname, email }) => `${firstname} ${lastname} ${email}`),
    checkDeletion,
    nameOf: (admin) => `${admin.firstname} ${admin.lastname}`,
    columns: '@4xl:grid-cols-[2.75rem_minmax(0,1fr)_11rem_8rem_5.5rem]',
    toRow: accountRow,
    about: (admin) => admin.hasTwoStep && <ColleagueTwoStep admin={admin} />,
  },
  {
    title: 'Admin Accounts',
    listUrl: '/admin/accounts',
    addLabel: 'Create account',
    added: 'Admin account created successfully',
    addFailed: 'Failed to create admin account',
  },
)

/**
 * Requires administrators to type the account's name before they delete their own account, which signs them out. The name is also required
 * if the API call that identifies the signed-in account fails.
 */
async function checkDeletion({ id, firstname, lastname }: AdminAccount, init?: RequestInit): Promise<DeletionCheck> {
  const nameRequired = `Type “${firstname} ${lastname}” to delete this account.`
  try {
    if ((await read(AdminAccount, '/account', init)).id !== id) return {}
    // Deleting an account deletes its sessions, so the account list can't be loaded afterwards.
    return { warning: 'This is your own account: you will be signed out.', nameRequired, onDeleted: () => writeToken(null) }
  } catch (error) {
    if (isAborted(error)) throw error
    console.warn(error)
    return { nameRequired }
  }
}

function accountRow({ firstname, lastname, email, lastSignInAt, hasTwoStep }: AdminAccount): RowView {
  return {
    nameLabel: 'Name and email',
    subtitle: email,
    thumbnail: (
      <span aria-hidden className="grid size-full place-items-center font-semibold text-lamp-deep text-sm">
        {initial(firstname)}
        {initial(lastname)}
      </span>
    ),
    thumbnailClass: 'aspect-square rounded-full grid',
    details: [
      {
        label: 'Last sign-in',
        value: (
          <>
            <span className="@4xl:hidden">Last sign-in </span>
            {lastSignInAt ? <ExactTime iso={lastSignInAt} toMinute /> : 'never'}
          </>
        ),
      },
      {
        label: 'Two-step sign-in',
        value: (
          <>
            <span className="@4xl:hidden">Two-step sign-in </span>
            {hasTwoStep ? 'on' : 'off'}
          </>
        ),
      },
    ],
  }
}

function initial(name: string) {
  return [...name][0]?.toUpperCase()
}
