/** Written by `vite-plugin-service-worker.ts`; empty in development, where no worker is installed. */
declare module 'virtual:service-worker' {
  /** The script of the service worker */
  export const worker: string
  /** The URLs of what opens over the shelf: the viewer and the player */
  export const views: string[]
  /** The URLs of pdf.js, which only kept PDFs need */
  export const pdf: string[]
}
