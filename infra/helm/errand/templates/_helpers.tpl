{{- define "errand.image" -}}
{{- $values := .root.Values.image -}}
{{- $registry := required "image.registry is required: where the images of infra/images were pushed" $values.registry -}}
{{ $registry }}/errand-{{ .app }}:{{ $values.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "errand.labels" -}}
app.kubernetes.io/name: errand
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "errand.pod" -}}
automountServiceAccountToken: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "errand.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 0
fsGroup: 0
{{- end }}

{{- define "errand.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "errand.probes" -}}
livenessProbe:
  httpGet: { path: /health/live, port: {{ .port }}, scheme: {{ .scheme | default "HTTP" }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /health/ready, port: {{ .port }}, scheme: {{ .scheme | default "HTTP" }} }
  periodSeconds: 5
  timeoutSeconds: 5
startupProbe:
  httpGet: { path: /health/live, port: {{ .port }}, scheme: {{ .scheme | default "HTTP" }} }
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 60
{{- end }}

{{- define "errand.settings" -}}
{{- $context := . }}
{{- range $name, $value := .settings }}
{{- if has $name $context.owned }}
{{- fail (printf "%s: settings.%s is set by the chart itself. Remove it; values.yaml names the value that it comes from." $context.of $name) }}
{{- end }}
{{- /* Helm reads numbers as floats, which it would write as 2e+06. */}}
{{- if kindIs "float64" $value }}{{ if eq (floor $value) $value }}{{ $value = int64 $value }}{{ end }}{{ end }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- end }}
