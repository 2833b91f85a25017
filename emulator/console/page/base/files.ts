// Files of the computer that runs the browser, and its clipboard.

export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// On pages that are neither on localhost nor HTTPS, the clipboard is only available through the old
// API.
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
}

// Lets the user choose a file on the computer that runs the browser.
export function chooseFile(accept: string, onFile: (file: File) => void): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept });
  input.onchange = () => { if (input.files?.[0]) onFile(input.files[0]); };
  input.click();
}
