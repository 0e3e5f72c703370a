import type { ReactNode } from 'react'
import { UploadStatus } from '#web/features/admin/kit/upload/upload-status.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { EditConflictNotice } from './edit-conflict-notice.tsx'
import { FormPage } from './form-page.tsx'
import { FormProblems } from './form-problems.tsx'
import { RestoredDraftNotice } from './restored-draft-notice.tsx'
import { ADD_LINK_ID, useCloseForm } from './use-close-form.ts'
import type { ItemFormState } from './use-item-form.ts'

/** Smaller uploads are over before anybody could read their progress. */
const MIN_REPORTED_BYTES = 200_000

/**
 * The frame of every form: title, fields, errors, upload progress, and the question before it is left unsaved. A form that adds an
 * item lies over the list; one that edits takes its place.
 */
export function ItemForm({
  state,
  title,
  back,
  submitLabel,
  children,
}: {
  state: ItemFormState
  title: string
  back: { to: string; label: string }
  submitLabel: string
  children: ReactNode
}) {
  const { busy, upload, earlyUpload, blocker, problems } = state
  const close = useCloseForm(back.to)
  const progress = upload.progress ?? earlyUpload.progress
  const reported = progress && progress.total > MIN_REPORTED_BYTES ? progress : null

  const content = (
    <>
      {state.restored && (
        <RestoredDraftNotice without={state.notRestored} className="mb-6">
          <button type="button" onClick={state.startOver} className="min-h-11 text-link">
            Start afresh
          </button>
        </RestoredDraftNotice>
      )}
      <form noValidate onSubmit={state.submit} className="grid gap-6">
        <fieldset disabled={busy} className="grid min-w-0 grid-cols-1 gap-x-6 gap-y-6 sm:grid-cols-2">
          {children}
        </fieldset>
        {reported && (
          <UploadStatus
            progress={reported}
            waiting={earlyUpload.waiting}
            saving={busy}
            onCancel={busy ? upload.cancel : earlyUpload.cancel}
          />
        )}
        <FormProblems messages={problems} />
        <EditConflictNotice state={state} />
        <div className="flex flex-col-reverse gap-3 border-rule border-t pt-6 sm:flex-row sm:justify-end">
          {state.isNew ? (
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
          ) : (
            <ButtonLink to={back.to} variant="outline">
              Cancel
            </ButtonLink>
          )}
          <Button type="submit" busy={busy} disabled={state.conflict.state !== undefined}>
            {submitLabel}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        title="Leave without saving?"
        message={progress ? 'The upload is still under way and will be cancelled.' : 'What you entered will be lost.'}
        confirm="Leave"
        cancel="Stay here"
        onConfirm={state.discard}
        onClose={() => blocker.reset?.()}
      />
    </>
  )
  if (!state.isNew)
    return (
      <FormPage title={title} back={back}>
        {content}
      </FormPage>
    )
  return (
    <SidePanel title={title} opener={`#${ADD_LINK_ID}`} onClose={close}>
      {content}
    </SidePanel>
  )
}
