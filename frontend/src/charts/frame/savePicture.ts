/** Hands a drawing to the person, as drawn or as pixels. */

import { saveBlob } from "@/ui/controls/saveText";

/** Pixels per unit of the drawing: sharp on screens and slides. */
const SHARPNESS = 2;

export function saveSvg(name: string, svg: string): void {
  saveBlob(name, new Blob([svg], { type: "image/svg+xml;charset=utf-8" }));
}

export async function savePng(name: string, svg: string): Promise<void> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth * SHARPNESS;
  canvas.height = picture.naturalHeight * SHARPNESS;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((give) => canvas.toBlob(give, "image/png"));
  if (blob !== null) saveBlob(name, blob);
}
