/*
 * What react-pdf takes from `pdfjs-dist/web/pdf_viewer.mjs` (aliased in vite-plugin-pdfjs.ts). Its link service overrides every
 * method that a page calls; the events would reach the sandbox for documents' scripts, which isn't there.
 */

export class EventBus {
  dispatch() {}
}

export class SimpleLinkService {
  externalLinkEnabled = true
  eventBus: EventBus
  constructor({ eventBus }: { eventBus: EventBus }) {
    this.eventBus = eventBus
  }
}
