/** User agent of an ordinary browser. A headless browser counts as a crawler, which gets complete documents without the text “Loading”. */
export const ORDINARY_BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
