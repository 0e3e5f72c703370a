import { type ReactNode, useEffect, useRef } from 'react'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { BackLink } from '../list/back-link.tsx'
import { UploadStatus } from '../upload/upload-status.tsx'
import { MeanwhileNotice } from './meanwhile-notice.tsx'
import { Problems } from './problems.tsx'
import { Restored } from './restored.tsx'
import type { ItemFormState } from './use-item-form.ts'

/** Sending fewer bytes than this is over before anybody could read how long it takes. */
const WORTH_REPORTING_BYTES = 200_000

/** The frame of every form: title, fields, what is wrong, the upload, and the question before it is left unsaved. */
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
  const { busy, upload, ahead, blocker, problems } = state
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const progress = upload.progress ?? ahead.progress
  const reported = progress && progress.total > WORTH_REPORTING_BYTES ? progress : null

  return (
    <div className="max-w-3xl">
      <BackLink to={back.to}>{back.label}</BackLink>
      <h1 ref={heading} tabIndex={-1} className="mt-1 mb-6 text-[1.875rem] outline-none md:text-[2.125rem]">
        {title}
      </h1>
      {state.restored && (
        <Restored without={state.notRestored} className="mb-6">
          <button type="button" onClick={state.startAfresh} className="min-h-11 text-link">
            Start afresh
          </button>
        </Restored>
      )}
      <form noValidate onSubmit={state.submit} className="grid gap-6">
        <fieldset disabled={busy} className="grid min-w-0 gap-x-6 gap-y-6 sm:grid-cols-2">
          {children}
        </fieldset>
        {reported && (
          <UploadStatus progress={reported} waiting={ahead.waiting} saving={busy} onCancel={busy ? upload.cancel : ahead.cancel} />
        )}
        <Problems sentences={problems} />
        <MeanwhileNotice state={state} />
        <div className="flex flex-col-reverse gap-3 border-rule border-t pt-6 sm:flex-row sm:justify-end">
          <ButtonLink to={back.to} variant="outline">
            Cancel
          </ButtonLink>
          <Button type="submit" busy={busy} disabled={state.meanwhile.state !== undefined}>
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
    </div>
  )
}
