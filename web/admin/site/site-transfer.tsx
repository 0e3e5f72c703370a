import { useState } from 'react'
import { SiteImported } from '#contracts/site/site-export.ts'
import { post } from '#web/admin/kit/api.ts'
import { downloadFile } from '#web/admin/kit/download-file.ts'
import { describeFailure, errorsOf } from '#web/admin/kit/failures.ts'
import { FileButton } from '#web/admin/kit/form/file-button.tsx'
import { FormProblems } from '#web/admin/kit/form/form-notices.tsx'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'

const IMPORT_FAILED = 'Failed to import the site'

/** Buttons that export the published site as one file, or import such a file as drafts, with the import result of each section. */
export function SiteTransfer({ onImported }: { onImported: () => void }) {
  const [problems, setProblems] = useState<string[]>([])
  const [imported, setImported] = useState<SiteImported['sections']>([])

  const exporting = useAdminAction(() => downloadFile('/site/export', 'site.json'), 'Failed to export the site')
  const importing = useAdminAction(
    async (file: File) => {
      setProblems([])
      setImported([])
      const { sections } = await post(SiteImported, '/site/import', readJson(await file.text()))
      toast.success('Imported as drafts')
      setImported(sections)
      onImported()
    },
    IMPORT_FAILED,
    { onFailed: (error) => setProblems(describeProblems(error)) },
  )

  return (
    <section aria-labelledby="transfer" className="mt-12 max-w-2xl">
      <h2 id="transfer" className="mb-2 text-2xl">
        Export and import
      </h2>
      <p className="text-base text-soft">
        An export contains all published sections and their pictures in one file, to move the site or to keep a copy. An import creates
        drafts: visitors see nothing of it until you publish them.
      </p>
      <div className="relative mt-4 flex flex-wrap gap-3">
        <Button variant="outline" size="small" busy={exporting.busy} onClick={() => void exporting.run()}>
          Export
        </Button>
        <FileButton
          label="Exported site"
          accept=".json,application/json"
          busy={importing.busy}
          onChosen={(file) => void importing.run(file)}
        >
          Import a file
        </FileButton>
      </div>
      <div className="mt-4 empty:hidden">
        <FormProblems messages={problems} />
        {imported.length > 0 && (
          <ul role="status" className="text-base">
            {imported.map(({ name, title, outcome }) => (
              <li key={name}>
                {title} <span className="text-soft">{outcome === 'draft' ? 'is a draft now' : 'was already published'}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

class NotJson extends Error {}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    throw new NotJson()
  }
}

function describeProblems(error: unknown): string[] {
  if (error instanceof NotJson) return ['This is not an exported site. Nothing was imported.']
  const fields = errorsOf(error)
  if (fields.length === 0) return [describeFailure(error)]
  return ['Nothing was imported.', ...fields.map(({ field, message }) => `${field.replace(/^sections\./, '')}: ${message}`)]
}
