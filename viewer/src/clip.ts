/** Records the picture as WebM. */

const FPS = 30;
const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

export class Clip {
  private recorder: MediaRecorder | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly button: HTMLButtonElement,
  ) {
    button.hidden = typeof MediaRecorder === "undefined";
    button.onclick = () => {
      this.toggle();
    };
  }

  get isOn(): boolean {
    return this.recorder !== null;
  }

  toggle(): void {
    if (this.recorder) {
      this.recorder.stop();
      return;
    }
    const kind = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
    const recorder = new MediaRecorder(
      this.canvas.captureStream(FPS),
      kind === undefined ? {} : { mimeType: kind },
    );
    const parts: Blob[] = [];
    recorder.ondataavailable = (event) => {
      parts.push(event.data);
    };
    recorder.onstop = () => {
      this.recorder = null;
      this.button.classList.remove("on");
      this.button.textContent = "Record";
      save(new Blob(parts, { type: "video/webm" }));
    };
    recorder.start();
    this.recorder = recorder;
    this.button.classList.add("on");
    this.button.textContent = "Stop";
  }
}

function save(clip: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(clip);
  link.download = "rcssgym.webm";
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 1000);
}
