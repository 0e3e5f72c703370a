/** An ordinary visitor's. A headless browser's own name passes for a crawler's, which gets whole documents and never Loading. */
export const ORDINARY_BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
